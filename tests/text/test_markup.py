"""Text with markup, and what it says."""

import pytest

from repobook.text.markup import said_words, without_links


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
    assert said_words(text) == said


def test_endless_markup_stays() -> None:
    text = "](" * 50_000
    assert said_words(text) == text


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
