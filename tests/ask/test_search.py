"""Searches in a small book, and what they find."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.ask.searcher import Searcher
from repobook.search.answers import KINDS, Hit, Kind, SearchAnswer
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_POOL = '''"""Pools of workers."""


class MaxPool:
    """Takes the greatest."""

    def run(self):
        return eval("1")


def pour_water(pool):
    return pool.run()
'''
TREE: dict[str, str | bytes] = {
    "lib/pool.py": _POOL,
    "lib/use.py": "from lib.pool import pour_water\n\n\ndef go(pool):\n    pour_water(pool)\n",
    "lib/deep/pool.c": "/* A pool of threads. */\nint pool_size(void) { return 4; }\n"
    "int poolSize(void) { return 4; }\n",
    "docs/guide.md": "# Guide\n\nHow the pool pours water.\n",
    "tests/test_pool.py": "def run():\n    pass\n\n\ndef test_water():\n    pass\n",
    "src/pool/a.py": "steam = 1\n",
}


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    folder = tmp_path_factory.mktemp("searching")
    make_book(write_tree(folder / "root", TREE), folder / "book")
    searcher = Searcher(folder / "book")
    yield searcher
    searcher.close()


def _hits(answer: SearchAnswer, kind: str) -> list[Hit]:
    return [hit for hit in answer.hits if hit.kind == kind]


def _paths(answer: SearchAnswer, kind: str = "file") -> list[str]:
    return [hit.path for hit in _hits(answer, kind)]


def test_words_find_files_with_their_best_lines(searcher: Searcher) -> None:
    hit = searcher.search("pour the water out of a pool").hits[0]
    assert (hit.path, hit.kind) == ("lib/pool.py", "file")
    assert (11, "def pour_water(pool):") in [(one.line, one.text) for one in hit.lines]
    assert hit.line == 11
    assert hit.score == pytest.approx(sum(points for _, points in hit.parts), abs=0.01)


def test_a_name_finds_its_definition_first(searcher: Searcher) -> None:
    hit = searcher.search("pour_water").hits[0]
    assert (hit.kind, hit.path, hit.line, hit.name) == ("symbol", "lib/pool.py", 11, "pour_water")
    assert searcher.search("maxPool").hits[0].name == "MaxPool"
    assert searcher.search("MaxPool.run").hits[0].name == "MaxPool.run"


def test_the_file_that_defines_a_name_says_so(searcher: Searcher) -> None:
    hits = _hits(searcher.search("pour_water"), "file")
    defines = {hit.path: dict(hit.parts).get("exact name", 0) > 0 for hit in hits}
    assert defines["lib/pool.py"]
    assert not defines["lib/use.py"]


def test_a_path_in_a_sentence_is_the_file(searcher: Searcher) -> None:
    best = _hits(searcher.search("the pool pours water in lib/use.py:4 twice"), "file")[0]
    assert best.path == "lib/use.py"
    assert dict(best.parts)["named outright"] > 0


def test_a_message_finds_the_file_that_has_its_text(searcher: Searcher) -> None:
    answer = searcher.search("PoolError: How the pool pours water.")
    assert _paths(answer) == ["docs/guide.md"]
    assert answer.hints == (
        'The files that have "How the pool pours water", the text of the message.',
    )
    words = searcher.search("PoolError: how the water of a pool pours")
    assert "lib/pool.py" in _paths(words)
    assert words.hints == ()


_ISSUE = """Water is lost when threads share a pool
Steps: fill it, then let four threads pour at once. I expect that all of it comes out again -and
test:only "nothing else", but some is left. The guide says how the pool pours water.

```
test_water()
```
"""


def test_an_issue_finds_code_before_tests_and_documents(searcher: Searcher) -> None:
    answer = searcher.search(_ISSUE)
    score_by_path = {hit.path: hit.score for hit in answer.hits}
    assert answer.hits[0].path == "lib/deep/pool.c"
    assert score_by_path["lib/pool.py"] > score_by_path["docs/guide.md"]
    assert score_by_path["lib/pool.py"] > score_by_path["tests/test_pool.py"]
    assert "Read as the text of an issue" in answer.hints[0]


def test_the_file_where_a_traceback_ends_is_named_outright(searcher: Searcher) -> None:
    frames = [
        f'  File "/env/site-packages/{path}", line 1' for path in ("lib/pool.py", "lib/use.py")
    ]
    hits = searcher.search("\n".join([_ISSUE, *frames])).hits
    named = {hit.path: dict(hit.parts).get("named outright", 0.0) for hit in hits}
    assert named["lib/use.py"] > named["lib/pool.py"] > named["lib/deep/pool.c"]


def test_a_slip_of_the_finger_is_forgiven(searcher: Searcher) -> None:
    answer = searcher.search("pour_watre")
    assert answer.hits[0].name == "pour_water"
    assert "pour_water" in answer.close
    assert _paths(answer)[0] == "lib/pool.py"


def test_symbols_in_tests_are_hidden_and_counted_until_asked_for(searcher: Searcher) -> None:
    answer = searcher.search("run")
    assert (_paths(answer, "symbol"), answer.n_hidden_tests) == (["lib/pool.py"], 1)
    asked = searcher.search("run test:only", "symbols")
    assert (_paths(asked, "symbol"), asked.n_hidden_tests) == (["tests/test_pool.py"], 0)
    assert searcher.search("test_water").hits[0].path == "tests/test_pool.py"


def test_a_path_or_a_place_finds_the_file(searcher: Searcher) -> None:
    assert _paths(searcher.search("deep/pool.c")) == ["lib/deep/pool.c"]
    hit = searcher.search("lib/pool.py:7").hits[0]
    assert (hit.path, hit.line, hit.lines[0].text) == ("lib/pool.py", 7, "def run(self):")
    assert searcher.search("lib/pool.py:999").hits[0].line == 1


def test_a_folder_is_found(searcher: Searcher) -> None:
    hit = _hits(searcher.search("pool"), "folder")[0]
    assert (hit.path, hit.detail) == ("src/pool", "folder, 1 file")


def test_a_question_is_answered_and_searched(searcher: Searcher) -> None:
    answer = searcher.search("who calls pour_water?")
    assert answer.answer is not None
    assert [(row.path, row.line) for row in answer.answer.rows] == [("lib/use.py", 5)]
    assert answer.hits[0].name == "pour_water"


def test_a_question_about_nothing_is_a_plain_search(searcher: Searcher) -> None:
    answer = searcher.search("where is the water pool?")
    assert answer.answer is None
    assert answer.hits


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("pool lang:c", ["lib/deep/pool.c"]),
        ("pool in:docs", ["docs/guide.md"]),
        ("pool -role:docs -in:lib/deep -lang:py", []),
        ("water -role:docs", ["lib/pool.py", "lib/use.py", "tests/test_pool.py"]),
        ('"pool of threads"', ["lib/deep/pool.c"]),
        ('pool "pours water"', ["docs/guide.md"]),
        ('"return pool.run()"', ["lib/pool.py"]),
        ("pool symbol:pool_size", []),
        ("in:nowhere pool", []),
        ("finding:S307", ["lib/pool.py"]),
    ],
)
def test_demands_leave_out_what_does_not_fulfil_them(
    searcher: Searcher, query: str, paths: list[str]
) -> None:
    assert sorted(_paths(searcher.search(query))) == paths


def test_quotes_that_no_file_holds_are_words(searcher: Searcher) -> None:
    answer = searcher.search('pool "water pours uphill"')
    assert _paths(answer)
    assert "its words are searched" in answer.hints[0]
    assert searcher.search('"pours water"').hints == ()


def test_a_pattern_finds_lines(searcher: Searcher) -> None:
    hit = searcher.search(r"/return \w+\.run\(/").hits[0]
    assert (hit.path, hit.line, hit.lines[0].text) == ("lib/pool.py", 12, "return pool.run()")
    assert _paths(searcher.search("/^# GUIDE$/i")) == ["docs/guide.md"]
    assert "lib/deep/pool.c" not in _paths(searcher.search("pool -/threads/"))


def test_a_pattern_that_cannot_be_read_is_searched_as_text(searcher: Searcher) -> None:
    answer = searcher.search("/main((/")
    assert answer.hits == ()
    assert "is searched as text" in answer.hints[0]


def test_a_kind_of_symbol_is_asked_for(searcher: Searcher) -> None:
    answer = searcher.search("pool kind:class")
    assert [(hit.kind, hit.name) for hit in answer.hits] == [("symbol", "MaxPool")]


def test_one_kind_of_hits(searcher: Searcher) -> None:
    assert {hit.kind for hit in searcher.search("pool", "files").hits} == {"file"}
    assert {hit.kind for hit in searcher.search("pool", "symbols").hits} == {"symbol"}
    lines = searcher.search("pour water", "text").hits
    assert ("lib/pool.py", 11, "def pour_water(pool):") in [
        (h.path, h.line, h.detail) for h in lines
    ]
    keywords = searcher.search("water", "keywords").hits
    assert ("lib/pool.py", "pour_water") in [(hit.path, hit.name) for hit in keywords]
    findings = searcher.search("eval", "findings").hits
    assert [(hit.path, hit.line, hit.name) for hit in findings] == [("lib/pool.py", 8, "S307")]


def test_no_more_than_wanted_and_the_rest_is_counted(searcher: Searcher) -> None:
    answer = searcher.search("pool", "files", 1)
    assert len(answer.hits) == 1
    assert answer.totals[0].n > 1
    assert answer.is_cut


@pytest.mark.parametrize("kind", [None, *KINDS])
def test_none_wanted_gives_none(searcher: Searcher, kind: Kind | None) -> None:
    assert _paths(searcher.search("pool", kind, -1)) == []


def test_nothing_found_says_what_was_covered(searcher: Searcher) -> None:
    answer = searcher.search("zebra_crossing")
    assert (answer.hits, answer.n_files, answer.n_unparsed) == ((), 6, 0)
    assert sum(total.n for total in answer.totals) == 0


_ODD = [
    '"',
    "*",
    "NEAR(",
    "nosuch:x",
    "(",
    ")",
    "-",
    "OR",
    "/",
    "/(/",
    "lang:",
    "a",
    "pool",
    "\0",
    "\ud800",
]


@settings(
    max_examples=150,
)
@given(
    query=st.text(max_size=60) | st.lists(st.sampled_from(_ODD), max_size=12).map(" ".join),
    kind=st.sampled_from([None, *KINDS]),
)
def test_no_query_is_too_odd(searcher: Searcher, query: str, kind: Kind | None) -> None:
    answer = searcher.search(query, kind, 5)
    assert len(answer.hits) <= 13
    assert all(hit.line >= 1 for hit in answer.hits)


@pytest.mark.parametrize("query", ["(" * 5000, "x " * 50_000, "a" * 100_000, '"' * 999, "-" * 999])
def test_long_queries_are_answered(searcher: Searcher, query: str) -> None:
    assert searcher.search(query).n_files == 6
