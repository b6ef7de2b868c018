"""Names in addresses."""

import re

import pytest

from repobook.text.naming.slugs import symbol_anchor


@pytest.mark.parametrize(
    ("qualname", "overload", "expected"),
    [
        ("Foo.bar", 1, ".Foo.bar"),
        ("Foo.bar", 2, ".Foo.bar~2"),
        ("main", 1, ".main"),
        ("operator<", 1, ".operator~3c~"),
        ("A.~A", 1, ".A.~7e~A"),
        ("größe", 1, ".größe"),
    ],
)
def test_a_symbol_has_an_anchor_that_reads_like_it(
    qualname: str, overload: int, expected: str
) -> None:
    assert symbol_anchor(qualname, overload) == expected


def test_no_two_symbols_share_an_anchor() -> None:
    names = ["a<", "a>", "a~", "a~3c~", "a-3c-", "a b", "a\tb", "a\u200bb", "x" * 500, "x" * 501]
    anchors = {symbol_anchor(name, n) for name in names for n in (1, 2, 3)}
    assert len(anchors) == 3 * len(names)


def test_an_anchor_is_never_more_than_a_word_and_never_long() -> None:
    for name in ("\"'><script>", "a=b c", "`${x}`", "y" * 10_000, "\ud800", "<" * 900):
        assert re.fullmatch(r"\.[\w.~-]{0,160}", symbol_anchor(name, 12))
