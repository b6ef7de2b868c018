"""Texts that are looked through by an expression, at the pace that it allows."""

import pytest
import zstandard

from repobook.search.find.regex_scan import (
    Allowance,
    Expression,
    Pace,
    ScanResult,
    look,
    matching_lines,
)
from repobook.search.query.expressions import compiled

PACK = zstandard.ZstdCompressor().compress


class SlowPace(Pace):
    """One that never gets better."""

    def __init__(self, reach: int) -> None:
        super().__init__(1)
        self.reach = reach

    def learn(self, n_given: int, n_read: int, seconds: float) -> None:
        self.is_together = True


def expression_of(source: str, reach: int = 0, verbatim: bytes = b"") -> Expression:
    found = Expression(compiled(source), Allowance(), verbatim)
    if reach:
        found.pace = SlowPace(reach)
    return found


def looked(expression: Expression, texts: list[str]) -> ScanResult:
    return look(expression, [(n, PACK(text.encode())) for n, text in enumerate(texts)])


def test_pace_grows_while_calls_are_quick() -> None:
    pace = Pace(100)
    first = pace.reach
    pace.learn(first, first, 0.0001)
    assert pace.reach == 4 * first


def test_a_match_near_by_says_little_of_the_pace() -> None:
    pace = Pace(100)
    first = pace.reach
    pace.learn(first, 10, 0.0001)
    assert pace.reach == first


def test_pace_falls_to_what_is_read_in_time() -> None:
    pace = Pace(100)
    pace.learn(1_000, 1_000, 1.0)
    assert pace.reach == 10


def test_a_large_program_begins_with_little() -> None:
    assert Pace(20_000).reach < 300 < Pace(10).reach


@pytest.mark.parametrize("is_together", [True, False])
@pytest.mark.parametrize(
    ("source", "texts", "matching"),
    [
        ("b", ["a", "b", "", "ab"], [1, 3]),
        ("a\nb", ["a", "b", "a\nb"], [2]),
        ("(?s)a.*c", ["a", "c", "abc", "a"], [2]),
        ("(?s)a(.*z)?", ["a", "b", "a", "z"], [0, 2]),
        ("^$", ["a", "", "b\n"], [1, 2]),
        (r"\Aa\z", ["a", "aa", "a"], [0, 2]),
        ("a$", ["a\r\nb", "ab", "b\r\na"], [0, 2]),
        (r"\bb\b", ["b", "ab", "b"], [0, 2]),
        ("x*", ["", "a"], [0, 1]),
    ],
)
def test_texts_match_as_if_each_was_alone(
    source: str, texts: list[str], matching: list[int], is_together: bool
) -> None:
    expression = expression_of(source)
    expression.pace.is_together = is_together
    assert looked(expression, texts) == (matching, len(texts))


def test_a_long_text_is_left_out_at_a_slow_pace_and_not_counted_as_read() -> None:
    texts = ["x", "x" * 50 + "a", "a" + "x" * 50, "xa"]
    assert looked(expression_of("a", reach=8), texts) == ([2, 3], 3)


def test_nothing_is_read_once_the_allowance_is_spent() -> None:
    expression = expression_of("a")
    expression.allowance.spend(60.0)
    assert looked(expression, ["a", "a"]) == ([], 0)


def test_a_text_without_what_each_match_holds_is_not_given_to_the_engine() -> None:
    expression = expression_of("a", verbatim=b"ab")
    assert looked(expression, ["a", "ab", "xab", "b"]) == ([1, 2], 4)


def test_lines_are_told_once_each_from_top_to_bottom() -> None:
    found = matching_lines(expression_of("a"), b"aa\nb\n  a\r\na\na\n")
    assert [(one.line, one.text) for one in found] == [(1, "aa"), (3, "a"), (4, "a")]


def test_one_line_is_told_even_when_the_allowance_is_spent() -> None:
    expression = expression_of("a")
    expression.allowance.spend(60.0)
    assert [one.line for one in matching_lines(expression, b"b\na\na\n")] == [2]
