"""Text with markup, and what it says."""

import pytest

from repobook.text.documents.markup import (
    without_emphasis,
    without_links,
    without_markup,
    without_roles,
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("see [the docs](https://x.y/z) now", "see [the docs] now"),
        ("see [the docs][1] now", "see [the docs] now"),
        ("uses :mod:`torch.nn` and `docs <http://x>`_", "uses `torch.nn` and `docs`_"),
        ("an _old_ and __new__ way of __init", "an old and new way of __init"),
        ("f(a)[0] is :plain:", "f(a)[0] is :plain:"),
        ("of {func}`a.b`.", "of `a.b`."),
    ],
)
def test_addresses_and_roles_are_not_said(text: str, said: str) -> None:
    assert without_markup(text) == said


def test_endless_markup_stays() -> None:
    text = "](" * 50_000
    assert without_markup(text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("see [the docs](https://x.y/z) now", "see the docs now"),
        ("see [the\ndocs][1], [here][].", "see the\ndocs, here."),
        ("of [`Grid`](crate::Grid) and [a b](#a)", "of `Grid` and a b"),
        ("in [Go](https://go.dev/), [C][1]", "in Go, [C][1]"),
        ("handlers[name](event.x) and [i][j]", "handlers[name](event.x) and [i][j]"),
        ("[optional](argument) [1, 2]", "[optional](argument) [1, 2]"),
        ("[a [b](c/d)](e/f)", "[a b](e/f)"),
    ],
)
def test_links_are_told_by_their_words(text: str, said: str) -> None:
    assert without_links(text) == said


@pytest.mark.parametrize("text", ["[abc](" * 20_000, "[abc][" * 20_000, "[" * 99_999 + "]("])
def test_endless_links_stay(text: str) -> None:
    assert without_links(text) == text


def test_roles_are_shown_as_what_they_mean() -> None:
    text = "See :class:`~flask.Flask`, :func:`run`, :ref:`the guide <guide>` and ``with``."
    assert without_roles(text) == "See `Flask`, `run`, `the guide` and `with`."
    assert without_roles("no `code`") == "no `code`"


def test_words_that_lead_somewhere_are_words() -> None:
    text = "Scrapy_ is *quick* and `many others`_ use a_b."
    assert without_emphasis(text) == "Scrapy is quick and many others use a_b."
