"""What counts as said by a text, and what does not."""

import pytest

from repobook.verify.quoted_words import says


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Cuts a grid.", "a grid"),
        ("Cuts a\n   # grid.", "Cuts a grid."),
        ("of [cells]`(src/a.py) and `code`, <x>.", "of cells andcode, ."),
        ("of `fu`nc and w\\ord", "of func and word"),
        ("one two three four", "one … three"),
        ("one … three", "one … three"),
        ("see [the guide](a.md#x) and <http://x.y>", "see the guide and"),
        ("see [the guide](a.md#x) and <http://x.y>", "see the guide and http://x.y"),
        (":func:`f` and `a <b.md>` :c:", "f and a <b.md> :c:"),
        ("Words of i\\x1ct \\u{2028}here", "Words of it here"),
        ("\\x0cWords", "\\x0cWords"),
        ('["\\u00e9t\\u00e9\\u2028is\\n", "here"]', "été\\u{2028}is here"),
        ("\\ud83d\\ude00 x", "😀 x"),
        ("no letters", "→ …"),
    ],
)
def test_words_are_said_with_or_without_markup(text: str, quoted: str) -> None:
    assert says(text, quoted)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Cuts a grid.", "Cuts no grid."),
        ("Cuts a fine grid.", "Cuts a grid."),
        ("one two", "two … one"),
        ("see [the guide](a.md#x) and more", "see guide and more"),
        ("\\u00e9t\\u00e9", "etes"),
    ],
)
def test_other_words_are_not_said(text: str, quoted: str) -> None:
    assert not says(text, quoted)


def test_a_page_of_nothing_but_links_is_read_through() -> None:
    text = "[a](b.c)" * 20_000
    assert says(text, "a" * 1_000)
    assert not says(text, "a" * 1_000 + "d")


def test_a_role_is_quoted_as_it_is_read() -> None:
    text = "Shared between :class:`~flask.Flask` and\n    :class:`~flask.blueprints.Blueprint`."
    assert says(text, "Shared between `Flask` and :class:`~flask.blueprints.Blueprint`.")
    assert not says(text, "Shared between `Flask` and `Other`.")
