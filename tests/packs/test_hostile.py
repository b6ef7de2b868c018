"""What a file may hold costs no more than its length."""

import pytest

from repobook.model.facts import FileFacts
from repobook.packs.pytorch import PACK
from repobook.parse.source import SourceText
from tests.fakes.growth import assert_linear

_HOSTILE = {
    "C++": [
        "TORCH_LIBRARY(a, m) {\n" * 3_000,
        "REGISTER_DISPATCH(" * 4_000,
        'TORCH_LIBRARY(a, m) {\nm.def("' + "x" * 60_000,
        "#define F(x) F(x) F(x)\n" + "F(1)\n" * 4_000,
        "TORCH_ #define native F(x) " + "a b c d e " * 6_000,
        "at::a( _stub(" * 6_000,
    ],
    "Python": [
        "torch.ops.a.b" * 5_000,
        "".join(f"a{n} = torch.ops.a\n" for n in range(4_000)),
        "torch.ops.a.b.impl(" * 2_000,
        "HigherOrderOperator class A(HigherOrderOperator):\n" * 1_500,
    ],
    "YAML": ["- func: a(T x) -> T\n  dispatch:\n    CPU: f\n" * 1_500, "- func: " + "a" * 80_000],
}


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in _HOSTILE for text in _HOSTILE[language]]
)
def test_hostile_text_costs_no_more_than_its_length(language: str, text: str) -> None:
    read = PACK.read
    assert read is not None

    def find(source: SourceText) -> None:
        read(language, source, FileFacts(source.n_lines))

    assert_linear(find, lambda n: SourceText(text[:n].encode()), len(text))
