"""Uses of names: taken apart into name and receiver, grouped by role, at exact places."""

import pytest

from repobook.languages import parse
from repobook.model.facts import MAX_COLUMN, pack_position, unpack_position
from repobook.parse.chains import split_chain
from tests.fakes.growth import assert_linear


@pytest.mark.parametrize(
    ("chain", "receiver", "name"),
    [
        ("f", "", "f"),
        ("torch.nn.Linear", "torch.nn", "Linear"),
        ("torch . nn\n.Linear", "torch.nn", "Linear"),
        ("f(x).y", "?", "y"),
        ("a[0].b", "?", "b"),
        ("(a + b).c", "?", "c"),
        ("é.ü", "é", "ü"),
        ("", "", ""),
        ("1", "", ""),
        ("a.", "", ""),
        ("f()", "", ""),
    ],
)
def test_a_chain_is_a_name_and_what_stands_before_it(chain: str, receiver: str, name: str) -> None:
    assert split_chain(chain) == (receiver, name)


@pytest.mark.parametrize(
    ("chain", "receiver", "name"),
    [
        ("at::native::add", "at::native", "add"),
        ("self->size_", "self", "size_"),
        ("a.b->c::d", "a.b->c", "d"),
        ("f(x)->y", "?", "y"),
    ],
)
def test_languages_have_separators_of_their_own(chain: str, receiver: str, name: str) -> None:
    assert split_chain(chain, r"->|::|\.") == (receiver, name)


@pytest.mark.parametrize("piece", ["a.", "a", ".", " ", "(", "a ", "\\\n", "::", "a.b "])
def test_hostile_chains_take_linear_time(piece: str) -> None:
    def split(chain: str) -> None:
        for separators in (r"\.", r"->|::|\."):
            split_chain(chain, separators)
            split_chain(f"{chain}!", separators)

    assert_linear(split, lambda n: piece * (n // len(piece)), 200_000)


def _places(text: str, name: str) -> list[tuple[str, str, list[tuple[int, int]]]]:
    references = parse("Python", text.encode()).references
    return sorted(
        (r.role, r.receiver, [unpack_position(p) for p in r.positions])
        for r in references
        if r.name == name
    )


def test_all_uses_in_one_role_are_one_reference() -> None:
    text = "f(1)\nx = f(f(2))\n"
    assert _places(text, "f") == [("call", "", [(1, 0), (2, 4), (2, 6)])]


def test_a_use_stands_where_the_name_stands() -> None:
    assert _places("torch.nn.Linear(1)\n", "Linear") == [("call", "torch.nn", [(1, 9)])]
    assert _places("a(\n).b.c\n", "c") == [("attribute", "a().b", [(2, 4)])]


def test_columns_are_bytes() -> None:
    assert _places("'é'; f()\n", "f") == [("call", "", [(1, 6)])]


def test_one_place_has_one_role() -> None:
    assert [role for role, *_ in _places("@a.b\ndef f(): ...\n", "b")] == ["decorator"]
    assert [role for role, *_ in _places("a.b()\n", "b")] == ["call"]


def test_a_column_beyond_a_million_saturates() -> None:
    assert unpack_position(pack_position(3, 5_000_000)) == (3, MAX_COLUMN)
    text = "x = '" + "y" * 2_000_000 + "'; f()\n\nf()\n"
    ((_, _, [(line, column), below]),) = _places(text, "f")
    assert (line, below) == (1, (3, 0))
    assert 1_000_000 < column <= MAX_COLUMN


def test_chains_of_subscripts_are_read() -> None:
    """The engine's query cursor takes the square of their length, which a worker's limit ends."""
    assert parse("Python", b"x = a" + b"[0].a" * 3_000 + b"\n").references


@pytest.mark.parametrize("piece", [".a()", ".a", "(a.b)"])
def test_fluent_chains_take_linear_time(piece: str) -> None:
    def read(code: bytes) -> None:
        assert parse("Python", code).references

    assert_linear(read, lambda n: b"x = a" + piece.encode() * n + b"\n", 3_000)
