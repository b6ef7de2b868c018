"""Words of authors: what runs on, lists, code."""

from repobook.render.quoted_text import list_items, quoted_parts, words_and_code


def test_items_run_on_over_indented_lines() -> None:
    assert list_items(["- one", "  more", "", "* two"]) == ["one more", "two"]
    assert list_items(["- one", "text"]) == []
    assert list_items(["  indented"]) == []


def test_roles_and_double_marks_are_code() -> None:
    pieces = list(words_and_code("Uses :func:`~a.run` or ``b``"))
    assert pieces == [(False, "Uses "), (True, "run"), (False, " or "), (True, "b")]
    assert list(words_and_code("5 ` 6")) == [(False, "5 ` 6")]


def test_a_list_begins_where_the_sentence_before_it_ends() -> None:
    announced = ["Two features:", "- fast", "- small"]
    assert list(quoted_parts("\n".join(announced))) == [
        (False, announced[:1]),
        (True, announced[1:]),
    ]
    drawn = ["a picture", "  | here", "- not a list"]
    assert list(quoted_parts("\n".join(drawn))) == [(True, drawn)]
