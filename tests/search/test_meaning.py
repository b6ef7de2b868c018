"""What queries ask for: a query, and its words, its terms, and what its demands leave."""

import pytest

from repobook.model.search.query import Filter, Leaf, Pattern, Phrase, Word
from repobook.search.query.query_parser import read_query
from repobook.search.query.query_plan import all_of, any_of, demanded, fulfils, meaning_of

# Things that hold words: a query is answered by those whose words fulfil it.
_THINGS = {1: {"a", "b"}, 2: {"b"}, 3: {"a", "c"}, 4: set()}


def _holding(leaf: Leaf, among: set[int] | None) -> set[int]:
    assert not isinstance(leaf, Filter)
    text = leaf.source if isinstance(leaf, Pattern) else leaf.text
    return {thing for thing, words in _THINGS.items() if text in words}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a b", None),
        ('"a"', {1, 3}),
        ('"a" b', {1, 3}),
        ('"a" "b"', {1}),
        ("-a", {2, 4}),
        ("a OR b", {1, 2, 3}),
        ("-(a b)", {2, 3, 4}),
        ('("c" OR b) -a', {2}),
        ("/c/", {3}),
        ("x", None),
        ("", None),
    ],
)
def test_words_are_wishes_and_all_else_is_demanded(text: str, left: set[int] | None) -> None:
    assert demanded(read_query(text).tree, _holding, lambda: set(_THINGS)) == left


def test_patterns_are_looked_for_last_and_among_what_is_left() -> None:
    asked: list[tuple[Leaf, set[int] | None]] = []

    def holding(leaf: Leaf, among: set[int] | None) -> set[int]:
        asked.append((leaf, among))
        return {1, 2}

    demanded(read_query('/b/ "a" in:x').tree, holding, lambda: {1, 2, 3})
    assert asked == [
        (Filter("in", "x"), None),
        (Phrase("a"), {1, 2}),
        (Pattern("b"), {1, 2}),
    ]


def test_terms_leave_out_words_that_say_nothing_unless_there_are_no_others() -> None:
    assert meaning_of(read_query("where is the MaxPool").tree).terms == ("maxpool", "max", "pool")
    assert meaning_of(read_query("where is the").tree).terms == ("where", "is", "the")


def test_what_is_excluded_is_no_wish() -> None:
    assert meaning_of(read_query('x -y -"z w" in:lib symbol:Pool').tree).words == ("x", "Pool")


@pytest.mark.parametrize(
    ("text", "is_name"),
    [
        ("Pool", True),
        ("flash attn", True),
        ("flash attn lang:c", True),
        ("flash attn -test", True),
        ("flash OR attn", False),
        ("where is", False),
        ("get device", True),
        ("get the device", False),
        ("the", True),
        ("flash attn check fails", False),
        ('"flash"', False),
        ("/flash/", False),
        ("in:lib", False),
        ("", False),
    ],
)
def test_few_words_may_be_a_name(text: str, is_name: bool) -> None:
    assert meaning_of(read_query(text).tree).is_like_a_name == is_name


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x", False),
        ("test_x", True),
        ("x test:yes", True),
        ("x role:test", True),
        ("x test:no", False),
    ],
)
def test_tests_are_asked_for_by_name_or_filter(text: str, wanted: bool) -> None:
    assert meaning_of(read_query(text).tree).wants_tests == wanted


def test_filters_decide_about_one_thing_and_words_do_not() -> None:
    tree = read_query("x (lang:c OR lang:go) -in:lib").tree
    told = {"lang:c": True, "lang:go": False, "in:lib": False}
    assert fulfils(tree, lambda one: told[f"{one.name}:{one.value}"])
    assert not fulfils(tree, lambda one: one.name == "in")


def test_terms_are_quoted_for_the_index() -> None:
    assert any_of(["a", 'b"']) == '"a" OR "b"""'
    assert all_of([]) == ""
    assert meaning_of(Word("a")).words == ("a",)
