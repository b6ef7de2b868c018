"""What is asked for by a name, and how names are related to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.model.search.matches import NamedSymbol, NameRelation
from repobook.search.query.name_query import expressions, read_name, relation, stands_within


@pytest.mark.parametrize(
    ("text", "around", "name"),
    [
        ("forward", (), "forward"),
        ("Linear.forward()", ("Linear",), "forward"),
        ("torch.nn.Linear", ("torch", "nn"), "Linear"),
        ("at::native::relu", ("at", "native"), "relu"),
        ("a/x.py::C.f~2", ("a", "x", "py", "C"), "f"),
        ("self->size", ("self",), "size"),
        ("flash  attn", (), "flash attn"),
        ("operator+", (), "operator+"),
        ("f(x, y)", (), "f"),
        ("...", (), "..."),
        ("", (), ""),
    ],
)
def test_steps_before_a_name_tell_where_it_stands(
    text: str, around: tuple[str, ...], name: str
) -> None:
    query = read_name(text)
    assert (query.around, query.name) == (around, name)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("flash_attn", "flash_attn", "exact"),
        ("operator()", "operator()", "exact"),
        ("aten::pad", "aten::pad", "exact"),
        ("flash attn", "FlashAttn", "letters"),
        ("flashattn", "_flash_attn_", "letters"),
        ("flashAt", "flash_attention", "prefix"),
        ("attn flash", "flash_attn_fn", "words"),
        ("flash attn", "flash_attn_fn", "words"),
        ("tensors size", "tensor_sizes", "words"),
        ("rref data", "RRefForkData", "words"),
        ("FA", "FlashAttention", "initials"),
        ("fl", "flash", None),
        ("attn", "flash", None),
    ],
)
def test_a_name_is_related_to_a_query(text: str, name: str, expected: NameRelation | None) -> None:
    assert relation(read_name(text), name) == expected


def test_what_is_looked_up_goes_from_near_to_far() -> None:
    assert expressions(read_name("flashAttn")) == [
        *('"=flashattn"', '"=flashattn" *', '("flash" *) AND ("attn" *)'),
    ]
    assert expressions(read_name("FAX")) == ['"=fax"', '"~fax"', '"=fax" *', '("fax" *)']
    assert expressions(read_name("+")) == []
    assert expressions(read_name("flashAttn"), is_name=True)[-1] == '"flash" AND "attn"'


def test_the_steps_of_a_symbol_lie_in_its_path_and_its_qualified_name() -> None:
    path, qualname = "torch/nn/linear.py", "Linear.forward"
    place = (f"{path}::{qualname}", path, "Python", "source", 1)
    symbol = NamedSymbol(*place, "method", "forward", qualname, 1, 2, "", True, 1)
    assert stands_within(symbol, ["torch", "nn", "linear"])
    assert stands_within(symbol, ["NN", "Linear", "py", "linear"])
    assert not stands_within(symbol, ["Linear", "nn"])


@given(st.text(max_size=300))
def test_any_text_can_be_looked_up(text: str) -> None:
    query = read_name(text)
    for expression in expressions(query):
        terms = expression.replace(" AND ", "").replace(" *", "").strip("()").split(")(")
        assert all(term.strip('"').lstrip("=~").isalnum() for term in terms)
    relation(query, text)
