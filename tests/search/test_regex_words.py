"""What a regular expression demands of the words of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.search.query.expressions import UnreadablePatternError, compiled
from repobook.search.query.regex_words import (
    NOTHING,
    AllOf,
    AnyOf,
    Need,
    Piece,
    exactly,
    needs,
    words_with,
)


def inside(letters: str) -> Piece:
    return Piece(letters, begins=False, ends=False)


def whole(letters: str) -> Piece:
    return Piece(letters, begins=True, ends=True)


def _any(words: str) -> Need:
    return AnyOf(tuple(map(inside, words.split())))


_three_by_three = AllOf((inside("jkl"), _any("abc def ghi"), _any("mno pqr stu")))


@pytest.mark.parametrize(
    ("source", "need"),
    [
        ("flash_attn", inside("flashattn")),
        (r"\bflash\b", whole("flash")),
        ("^import$", whole("import")),
        (r"a\.forward\(x", whole("forward")),
        (r"(?i)Forward\s*\(", Piece("forward", begins=False, ends=True)),
        (r"[ ,]\s*key[;]", whole("key")),
        (r"get\s*item", AllOf((inside("get"), inside("item")))),
        ("colou?r", AnyOf((inside("colour"), inside("color")))),
        ("col[ou]r", inside("col")),
        ("foo+bar", AllOf((inside("foo"), inside("obar")))),
        ("(get|set)_item", AnyOf((inside("getitem"), inside("setitem")))),
        ("x(?:ab|cd)+", AnyOf((inside("xab"), inside("xcd")))),
        ("(abc|def|ghi)jkl[x](mno|pqr|stu)", _three_by_three),
        ("(get)_item", inside("getitem")),
        (r"(?P<n>get)(?:_item)(?i:_x)", inside("getitemx")),
        ("(get|)item", AnyOf((inside("getitem"), inside("item")))),
        ("(?:get){2,}item", AllOf((inside("get"), inside("getitem")))),
        ("(?:get){0,9}item", inside("item")),
        (r"\Qget.item(\E", AllOf((Piece("get", False, True), Piece("item", True, True)))),
        (
            r"\x{41}abc\p{L}def\pLghi\101jkl",
            AllOf(tuple(map(inside, ("abc", "def", "ghi", "jkl")))),
        ),
        ("[]x]abc[^]x]def[[:alpha:]]ghi", AllOf(tuple(map(inside, ("abc", "def", "ghi"))))),
        ("groesse größe", Piece("groesse", begins=False, ends=True)),
        ("if x in y", NOTHING),
        (r"\d+|x", NOTHING),
        ("123 45", NOTHING),
        ("x" * 61, NOTHING),
        ("", NOTHING),
        ("a|b|", NOTHING),
        ("(" * 60 + "deep" + ")" * 60, NOTHING),
    ],
)
def test_needs_of_a_pattern(source: str, need: Need) -> None:
    compiled(source)
    assert needs(source) == need
    assert type(needs(source)) is type(need)


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (inside("form"), ["form", "formula", "forward_form", "preform"]),
        (whole("form"), ["form"]),
        (Piece("form", True, False), ["form", "formula"]),
        (Piece("forms", False, True), ["form", "forward_form", "preform"]),
    ],
)
def test_a_piece_is_looked_up_in_the_vocabulary(piece: Piece, words: list[str]) -> None:
    vocabulary = "\nform\nformula\nforward_form\nfort\npreform\nxfort\n"
    assert words_with(piece, vocabulary.encode(), 9) == words


def test_too_many_words_tell_nothing() -> None:
    assert words_with(inside("ab"), b"\nab\nabab\nxab\n", 3) == ["ab", "abab", "xab"]
    assert words_with(inside("ab"), b"\nab\nabab\nxab\n", 2) is None


def test_a_word_may_end_at_a_letter_that_the_engine_takes_for_none() -> None:
    vocabulary = "\néform\nformé\nxform\nformen\n".encode()
    assert words_with(whole("form"), vocabulary, 9) == ["éform", "formé"]


@pytest.mark.parametrize(
    ("text", "source"),
    [("get_x", r"\bget_x\b"), ("f(x)", r"\bf\(x\)"), (".*", r"\.\*"), ("", "")],
)
def test_an_exact_text_ends_where_words_do(text: str, source: str) -> None:
    assert exactly(text) == source


@pytest.mark.parametrize(
    "source",
    [
        *("(" * 39 + "ab" + ")+" * 39, "(" * 39 + "ab|cd" + ")+" * 39, "(a|b)?" * 600),
        *("(ab|" * 39 + "cd" + ")+" * 39, "(x?" * 39 + "ab" + ")?" * 39, "(((a|b)+|c)+|d)+" * 99),
    ],
)
def test_expressions_that_nest_are_read_in_no_time(source: str) -> None:
    needs(source)


_PIECES = st.sampled_from([*r"ab1_()[]{}|*+?.^$\-,: éQEpLxbsd", "{2}", "(?:", "(?i)", "[^", "\\Q"])


@given(st.one_of(st.text(), st.lists(_PIECES, max_size=40).map("".join)))
def test_any_text_can_be_read_as_a_pattern(source: str) -> None:
    needs(source)
    assert exactly(source) is not None


@given(st.lists(_PIECES, max_size=25).map("".join), st.text("ab1_ (é\n", max_size=30))
def test_what_matches_has_what_is_needed(source: str, text: str) -> None:
    try:
        found = compiled(source).search(text.encode())
    except UnreadablePatternError:
        return
    if found:
        words = [word.replace("_", "") for word in _words(text)]
        assert _fulfils(needs(source), "\n".join(["", *words, ""]).encode())


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()


def _fulfils(need: Need, vocabulary: bytes) -> bool:
    if isinstance(need, Piece):
        return bool(words_with(need, vocabulary, 99))
    found = (_fulfils(part, vocabulary) for part in need.parts)
    return any(found) if isinstance(need, AnyOf) else all(found)
