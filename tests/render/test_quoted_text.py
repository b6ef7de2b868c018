"""Words of authors: what runs on, lists, code."""

from repobook.render.quoted_text import list_items, words_and_code


def test_items_run_on_over_indented_lines() -> None:
    assert list_items(["- one", "  more", "", "* two"]) == ["one more", "two"]
    assert list_items(["- one", "text"]) == []
    assert list_items(["  indented"]) == []


def test_roles_and_double_marks_are_code() -> None:
    pieces = list(words_and_code("Uses :func:`~a.run` or ``b``"))
    assert pieces == [(False, "Uses "), (True, "run"), (False, " or "), (True, "b")]
    assert list(words_and_code("5 ` 6")) == [(False, "5 ` 6")]
