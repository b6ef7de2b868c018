"""Pages packed into a table: every name is found again, and no other."""

import hashlib

from repobook.index.publish.page_table import PageTable, packed


def _sum(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def test_every_page_is_found_and_no_other() -> None:
    names = [f"site/{n}.html" for n in range(500)] + ["site/ü \n.html", ""]
    table = PageTable(packed({name: _sum(name) for name in names}))
    assert all(table.sha256(name) == _sum(name) for name in names)
    assert not any(name in table for name in ("site/500.html", "site/", "\0", "\udc80", "x" * 9999))


def test_a_book_without_pages_has_none() -> None:
    assert "site/index.html" not in PageTable(packed({}))


def test_a_page_with_a_sum_that_is_none_is_left_out() -> None:
    table = PageTable(packed({"a": b"short", "b": _sum("b"), "c": b"x" * 33}))
    assert ["a" in table, "b" in table, "c" in table] == [False, True, False]


def test_the_order_of_pages_does_not_matter() -> None:
    pages = {name: _sum(name) for name in "abc"}
    assert packed(pages) == packed(dict(reversed(pages.items())))
