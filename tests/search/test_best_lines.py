"""Best lines: a text, the words of a query, and the lines to show."""

from collections.abc import Callable, Iterable

from hypothesis import given
from hypothesis import strategies as st

from repobook.search.rank.best_lines import BestLine, LineChoice


def best_lines(
    text: bytes, terms: Iterable[str], names_on: Callable[[list[int]], dict[int, str]], n: int = 3
) -> tuple[BestLine, ...]:
    choice = LineChoice(text, terms, n)
    return tuple(sorted(choice.best(names_on(choice.undecided))))


def _nothing(lines: list[int]) -> dict[int, str]:
    return {}


def _lines(text: str, *terms: str, n: int = 3) -> list[int]:
    return [found.line for found in best_lines(text.encode("utf-8", "replace"), terms, _nothing, n)]


def test_lines_with_more_different_words_come_before_others() -> None:
    text = "flash flash\nattention\n\nflash attention\nnothing\n"
    assert best_lines(text.encode(), ("flash", "attention"), _nothing, 1) == (
        BestLine(4, "flash attention"),
    )


def test_lines_are_told_from_top_to_bottom() -> None:
    assert _lines("a\nb a\nc\na b c\n", "a", "b", "c", n=2) == [2, 4]


def test_a_definition_comes_before_a_use() -> None:
    text = "x = max_pool(1)\ndef max_pool(): ...\nmax_pool()\n"
    assert best_lines(text.encode(), ("max", "pool"), lambda lines: {2: "max_pool"}, 1)[0].line == 2


def test_what_lines_define_is_asked_only_where_it_may_decide() -> None:
    assert LineChoice(b"a\na\na\n", ("a",), 3).undecided == []
    assert LineChoice(b"a\na\na\n", ("a",), 2).undecided == [1, 2, 3]
    assert LineChoice(b"a b c d\na\n", ("a", "b", "c", "d"), 1).undecided == []


def test_a_word_counts_only_where_a_part_of_a_name_begins() -> None:
    assert _lines("spool\nMaxPool\nmax_pool\nHTTPPool\nPOOL\nx2pool\n", "pool", n=9) == [
        2,
        3,
        4,
        5,
        6,
    ]


def test_what_was_asked_for_in_one_piece_comes_first() -> None:
    text = "scalar type scalar, expected\nan expected scalar type\n"
    assert _lines(text, "expected scalar type", "expected", "scalar", "type", n=1) == [2]


def test_lines_with_a_whole_name_come_before_definitions_of_its_words() -> None:
    text = "set_hooks()\n" * 5 + "class HooksSet: ...\n"
    terms = ("set_hooks", "sethook", "hook", "set")
    found = best_lines(text.encode(), terms, lambda lines: {6: "HooksSet"})
    assert [one.line for one in found] == [1, 2, 3]


def test_telling_words_count_a_little_more() -> None:
    assert _lines("a\na\na\nb\n", "b", "a", n=1) == [4]


def test_lines_are_those_of_an_editor() -> None:
    assert _lines("one\r\ntwo\rthree\n\x0c\u2028 four", "four") == [4]


def test_blanks_are_squeezed_and_long_lines_cut_around_the_word() -> None:
    assert best_lines(b"\t a   b\t\tc  \n", ("a",), _nothing)[0].text == "a b c"
    text = best_lines(b"x" * 5000 + b" word " + b"y" * 5000, ("word",), _nothing)[0].text
    assert len(text) <= 160
    assert "word" in text
    assert text[0] == text[-1] == "…"


def test_letters_of_any_alphabet_stand_before_a_word() -> None:
    assert best_lines("İİİ\nİword\nä word\n".encode(), ("word",), _nothing) == (
        BestLine(3, "ä word"),
    )


def test_of_common_words_the_lines_with_a_telling_one_are_found() -> None:
    text = b"common\n" * 5000 + b"common rare\n" + b"common\n" * 5000
    assert best_lines(text, ("rare", "common"), _nothing, 1) == (BestLine(5001, "common rare"),)


@given(st.text(), st.lists(st.text(max_size=3).map(str.lower)))
def test_any_text_has_lines_that_hold_a_word(text: str, terms: list[str]) -> None:
    for found in best_lines(text.encode("utf-8", "replace"), terms, lambda lines: {1: text}):
        assert 1 <= found.line <= text.count("\n") + text.count("\r") + 1
        assert "\n" not in found.text


def test_an_import_comes_after_lines_that_do_something() -> None:
    text = "from lib.pool import max_pool\nx = 1\ny = max_pool(x)  # pool\n"
    assert _lines(text, "max", "pool", n=1) == [3]
    assert _lines('#include "max_pool.h"\n', "max", "pool", n=1) == [1]


def test_the_best_line_leads() -> None:
    text = b"# history\n# history of it\ndef save_history():\n"
    first, *_ = LineChoice(text, ("save", "history")).best({})
    assert first.line == 3


def test_forms_of_a_verb_are_found_by_their_stem() -> None:
    text = "def save(): pass\nstop_all()\nstring = 1\nsaving = stopped\nstrong = spell\n"
    assert _lines(text, "saved") == [1, 4]
    assert _lines(text, "stopping") == [2, 4]
    assert _lines(text, "string") == [3]
    assert _lines(text, "speed") == []


def test_words_above_a_definition_count_for_it() -> None:
    text = (
        "/* Syntax highlight types */\n#define KIND 1\n/* Syntax highlight of a row, or 0 */\n"
        "int shown;\n\n/* Sets every byte of a row\n * to the right syntax highlight. */\n"
        "void update_syntax(int row) {\n}\n"
    )
    found = best_lines(
        text.encode(), ("highlighted", "syntax"), lambda lines: {8: "update_syntax"}, 1
    )
    assert [one.line for one in found] == [8]
    lines = best_lines(text.encode(), ("highlighted", "syntax"), _nothing, 3)
    assert [one.line for one in lines] == [1, 3, 7]
