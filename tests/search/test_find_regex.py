"""Regular expressions over the texts of a real index."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from repobook.index.search.search_index import SearchIndex
from repobook.model.search.query import Pattern
from repobook.search.find.find_regex import PatternMatcher
from repobook.search.find.regex_scan import Allowance
from repobook.search.query.expressions import UnreadablePatternError, compiled
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

LONG = "ab" * 80
TREE: dict[str, str | bytes] = {
    "a.py": "def flash_attn(items):\n    return items[0]\n\n\nclass FlashAttn:\n    pass\n",
    "b.py": "# item, items: 12 34\nx = flashAttn(1)\n" + "y = 1\n" * 9,
    "c.txt": "größe item\nétébus caféitem itemé\n",
    "d.txt": f"data {LONG}zq\n",
    "e.txt": b"one\r\ntwo items\r\nthree\r\n",
    "f.txt": "_ __x__ 123 1_2 item_1\nbus buses is this\n",
    **{f"many/{n}.txt": f"file {n}\n" for n in range(300)},
}
_ALL_FILES = "SELECT id, path FROM file WHERE status = 'documented' ORDER BY path"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchIndex]:
    folder = tmp_path_factory.mktemp("patterns")
    make_book(write_tree(folder / "root", TREE), folder / "book")
    opened = SearchIndex(folder / "book")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("source", "flags", "lines"),
    [
        ("flash_attn", "", {"a.py": [1]}),
        ("flash_?attn", "i", {"a.py": [1, 5], "b.py": [2]}),
        (r"\bitem\b", "", {"b.py": [1], "c.txt": [1, 2]}),
        ("items$", "", {"e.txt": [2]}),
        ("^two", "", {"e.txt": [2]}),
        ("one.two", "s", {"e.txt": [1]}),
        ("ababzq", "", {"d.txt": [1]}),
        ("12 34|_ 123", "", {"b.py": [1], "f.txt": [1]}),
        ("^y", "", {"b.py": [3, 4, 5]}),
        ("file 299", "", {"many/299.txt": [1]}),
        ("no such thing", "", {}),
    ],
)
def test_files_and_lines_that_match(
    index: SearchIndex, source: str, flags: str, lines: dict[str, list[int]]
) -> None:
    path_by_id = dict(index.db.execute(_ALL_FILES))
    found = PatternMatcher(index).find(Pattern(source, flags), path_by_id, Allowance())
    told = {path_by_id[id]: [one.line for one in found.lines_of(id)] for id in found.files}
    assert told == lines
    assert (found.n_unread, found.problem) == (0, "")


def test_only_files_with_the_words_are_read(index: SearchIndex) -> None:
    files = dict(index.db.execute(_ALL_FILES))
    assert (
        PatternMatcher(index).find(Pattern("class FlashAttn"), files, Allowance()).n_candidates <= 2
    )
    assert PatternMatcher(index).find(Pattern("[x-z]q"), files, Allowance()).n_candidates == len(
        files
    )
    assert PatternMatcher(index).find(Pattern("item"), [], Allowance()).n_candidates == 0


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("(?=x)", "invalid perl operator: (?="),
        ("(", "missing ): (?m)("),
        (r"\pL{1,300}", "it is too large"),
        (r"(a)\1", r"invalid escape sequence: \1"),
    ],
)
def test_what_cannot_be_read_is_told(index: SearchIndex, source: str, problem: str) -> None:
    found = PatternMatcher(index).find(
        Pattern(source), dict(index.db.execute(_ALL_FILES)), Allowance()
    )
    assert (found.problem, found.files) == (problem, [])


def test_what_one_query_may_read_is_limited_and_told(index: SearchIndex) -> None:
    allowance = Allowance()
    allowance.spend(60.0)
    found = PatternMatcher(index).find(
        Pattern("file"), dict(index.db.execute(_ALL_FILES)), allowance
    )
    assert (found.files, found.n_unread) == ([], found.n_candidates)
    assert found.n_unread >= 300


@pytest.mark.parametrize(
    ("verbatim", "paths"), [("two items", ["e.txt"]), ("is th", ["f.txt"]), ("s th", [])]
)
def test_what_stands_so_in_the_text_is_found_where_words_begin(
    index: SearchIndex, verbatim: str, paths: list[str]
) -> None:
    path_by_id = dict(index.db.execute(_ALL_FILES))
    pattern = Pattern(rf"\b{verbatim}")
    found = PatternMatcher(index).find(pattern, path_by_id, Allowance(), verbatim)
    assert [path_by_id[id] for id in found.files] == paths


_PIECES = st.sampled_from(
    [
        *("item", "items", "flash", "_", "attn", "bus", "é", "ab", "12", "x", " ", "s", "e"),
        *(r"\b", r"\s", r"\w", ".", "*", "+", "?", "|", "(", ")", "(?i)", "[a-z]", "^", "$"),
        *("{0,2}", "{1,2}", r"\W", r"\(", "[ ,]", r"\d", "(?:", r"\s*", "[^x]", r"\B"),
        *(r"\A", r"\z", "(?-m)", "(?s)", "(?i-m:", r"[^a-z]*"),
    ]
)


@settings(
    max_examples=200,
)
@example(r"\bitem\b")
@example("buses?")
@given(st.lists(_PIECES, min_size=1, max_size=8).map("".join))
def test_no_match_is_missed(index: SearchIndex, source: str) -> None:
    texts = {file: text.replace(b"\r\n", b"\n") for file, text in index.texts()}
    found = PatternMatcher(index).find(Pattern(source), texts, Allowance())
    try:
        expression = compiled(source)
    except UnreadablePatternError:
        assert found.problem
        return
    assert set(found.files) == {id for id, text in texts.items() if expression.search(text)}
