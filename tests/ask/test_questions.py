"""Questions about a small book, and what the graph answers."""

from collections.abc import Iterator

import pytest

from repobook.ask.questions import answer_question
from repobook.index.reader.book_reader import BookReader
from repobook.search.answers import GraphAnswer
from repobook.search.query.questions import read_question
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "lib/pool.py": "class Pool:\n    def run(self): ...\n\n\ndef pour():\n    return Pool()\n",
    "lib/big.py": "from lib.pool import Pool\n\n\nclass Big(Pool):\n    def run(self): ...\n",
    "lib/other.py": "def pour(): ...\n",
    "lib/deep/other.py": "x = 1\n",
    "docs/guide.md": "# pool\n",
    "lib/tank.py": "class Tank:\n    def __init__(self):\n        self.level = 1\n",
    **{f"part{n}.py": "size = 1\n" for n in range(9)},
    "use.py": "from lib.pool import pour\n\n\ndef go():\n    pour()\n    pour()\n",
    "tests/test_pool.py": "from lib.pool import Pool, pour\n\n\ndef test_pour():\n    pour()\n",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BookReader]:
    folder = tmp_path_factory.mktemp("asking")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    reader = BookReader(folder / "book")
    yield reader
    reader.close()


def _spellings(name: str) -> list[str]:
    return ["Pool"] if name in ("pool", "other.py") else []


def _ask(reader: BookReader, text: str) -> GraphAnswer:
    question = read_question(text)
    assert question is not None
    answer = answer_question(reader, question, _spellings)
    assert answer is not None
    return answer


def _places(answer: GraphAnswer) -> list[tuple[str, int, str]]:
    return [(row.path, row.line, row.text) for row in answer.rows]


def test_of_several_symbols_the_most_used_one_is_meant_and_said_to_be(reader: BookReader) -> None:
    answer = _ask(reader, "where is pour implemented?")
    assert (answer.subject, answer.n_others) == ("lib/pool.py::pour", 1)
    assert [row.path for row in answer.rows] == ["lib/pool.py", "lib/other.py"]


def test_code_of_another_spelling_is_meant_where_only_documents_bear_the_name(
    reader: BookReader,
) -> None:
    assert _ask(reader, "where is the pool").subject == "lib/pool.py::Pool"
    assert _ask(reader, "how does the pool work").what == "class Pool"


def test_callers_are_calls_and_tests_come_last(reader: BookReader) -> None:
    answer = _ask(reader, "who calls pour")
    assert answer.statement == "3 calls in 2 files"
    assert _places(answer) == [
        ("use.py", 5, "call in go"),
        ("use.py", 6, "call in go"),
        ("tests/test_pool.py", 5, "call in test_pour"),
    ]
    assert answer.command == "repobook refs lib/pool.py::pour --kind call"


def test_no_caller_is_said_with_what_was_covered(reader: BookReader) -> None:
    answer = _ask(reader, "who calls go")
    assert (answer.statement, answer.rows) == ("no call found", ())
    assert answer.covered == "0 files with parse problems; 0 dynamic sites that may use it"


def test_subclasses_and_overriding_methods(reader: BookReader) -> None:
    assert _ask(reader, "subclasses of Pool").statement == "1 subclass"
    assert _places(_ask(reader, "what overrides Pool.run")) == [("lib/big.py", 5, "method Big.run")]


def test_tests_of_a_symbol_say_why(reader: BookReader) -> None:
    answer = _ask(reader, "what tests cover lib/pool.py::pour")
    assert answer.rows[0].path == "tests/test_pool.py"
    assert answer.rows[0].text.startswith("pytest tests/test_pool.py::test_pour: uses it (line 5)")


def test_a_file_needs_and_is_needed(reader: BookReader) -> None:
    needs = _ask(reader, "what does lib/big.py import")
    assert (needs.statement, _places(needs)) == (
        "depends on 1 file",
        [("lib/big.py", 1, "import lib/pool.py")],
    )
    needed = _ask(reader, "who imports pool.py")
    assert needed.statement == "used by 3 files"
    assert [row.path for row in needed.rows] == ["lib/big.py", "use.py", "tests/test_pool.py"]
    assert ("use.py", 1, "import lib/pool.py") in _places(needed)


def test_what_a_function_uses(reader: BookReader) -> None:
    assert _places(_ask(reader, "what does go call")) == [
        ("use.py", 5, "call lib/pool.py::pour"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "who calls the nested pool",
        "where is nowhere",
        "tests for other.py",
        "who calls %",
        "where is size",
        "who uses other.py",
        "what tests test_pour",
        "which test checks level",
        "where is ''",
    ],
)
def test_what_is_not_there_or_not_one_thing_has_no_answer(reader: BookReader, text: str) -> None:
    question = read_question(text)
    assert question is None or answer_question(reader, question, _spellings) is None
