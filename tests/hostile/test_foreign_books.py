"""A book that somebody else made is read without harm: an answer, or one line about what is wrong.

Each case spoils a copy of one small book and puts questions to it, as a user does and as a browser.
"""

import gc
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from repobook.ask.opening.foreign_book import damage_reported
from repobook.ask.searcher import Searcher
from repobook.cli import run
from repobook.errors import RepobookError
from repobook.verify.verify import verify
from repobook.web.api.endpoints import ENDPOINTS, FIRST
from repobook.web.query_worker import OpenedBook
from tests.fakes.books import make_book
from tests.fakes.foreign_books import ADDITIONS, INDEXES, LYING_TEXT, WAYS, rewrite
from tests.fakes.small_books import refresh
from tests.fakes.trees import write_tree

_N_SPOILT = 60
_TREE: dict[str, str | bytes] = {
    "pkg/a.py": "import os\n\n\nclass Base:\n    '''Doc.'''\n\n    def run(self):\n"
    "        # TODO: x\n        return eval(os.name)\n\n\ndef helper():\n    return Base().run()\n",
    "pkg/b.py": "from pkg.a import Base, helper\n\n\nclass Derived(Base):\n    def run(self):\n"
    "        return helper()\n",
    "tests/test_a.py": "from pkg.a import helper\n\n\ndef test_helper():\n    assert helper()\n",
    "README.md": "# Title\n\nSee `Base` in pkg/a.py.\n",
    "broken.py": "def (:\n",
    "blob.bin": b"\0\1",
}
_QUESTIONS = (
    *("show pkg/a.py", "show Base", "show .", "show nothing", "status", "status --all"),
    *("refs Base", "refs helper --depth 3", "refs Derived.run --out", "refs pkg/a.py::Base.run"),
    *("deps pkg/a.py", "deps pkg/b.py --to pkg/a.py", "tests pkg/a.py", "tests helper"),
    *("keywords pkg/a.py", "keywords .", "keywords he*", "findings", "findings pkg"),
    *("search base run", "search helper", "search who calls helper", "search tests for a.py"),
    *("search pkg/a.py:4", "search /class\\s+\\w+/", 'search "return helper"', "search helprr"),
    *("search --kind text helper", "search --kind keywords base", "search --kind findings eval"),
    *("search --kind symbols Base", "search --kind files doc", "search role:test helper"),
)
_GIVEN = {
    **{"folder": "", "language": "", "role": None, "status": None, "path": "", "name": ""},
    **{"target": "Base", "symbol": "helper", "direction": "in", "kind": None, "depth": 2},
    "dynamic": False,
    **{"file": "pkg/a.py", "to": None, "category": (), "severity": (), "rule": ()},
    **{"query": "helper", "limit": 10, FIRST: 0},
}

Told = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("foreign")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    return folder / "book"


@pytest.fixture
def book(honest: Path, tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    for name in (*INDEXES, "manifest.json"):
        shutil.copyfile(honest / name, tmp_path / "book" / name)
    return tmp_path / "book"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """Calls a command in this process; what it ends with, and all that it says."""
    monkeypatch.setattr(gc, "set_threshold", lambda *_: None)

    def call(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["repobook", *arguments])
        code = run()
        return code, "".join(capsys.readouterr())

    return call


def _asked(question: str, book: Path) -> list[str]:
    command, *words = question.split(" ")
    where = [str(book)] if command == "status" else ["--book", str(book)]
    options = [word for word in words if word.startswith("--") or words[0] == "--kind"]
    if options and words[0] == "--kind":
        return [command, *words[:2], *where, " ".join(words[2:])]
    return [command, *where, *([" ".join(words)] if command == "search" else words)]


def test_a_book_that_is_not_spoilt_answers(book: Path, told: Told) -> None:
    codes = {question: told(*_asked(question, book))[0] for question in _QUESTIONS}
    assert {q for q, code in codes.items() if code} == {"show nothing", "findings", "findings pkg"}


@pytest.mark.parametrize("added", ADDITIONS)
@pytest.mark.parametrize("question", ["show Base", "search Base"])
def test_a_schema_that_is_not_ours_is_refused(
    book: Path, told: Told, added: str, question: str
) -> None:
    rewrite(book / "book.db", ADDITIONS[added])
    code, said = told(*_asked(question, book))
    assert (code, "its tables are not those that repobook makes" in said) == (2, True)
    with pytest.raises(RepobookError, match="tables are not those"):
        OpenedBook(book)


@pytest.mark.parametrize("added", ["trigger", "endless view"])
def test_a_schema_that_is_not_ours_is_not_built_upon(
    honest: Path, tmp_path: Path, added: str
) -> None:
    """Even where the manifest vouches for it."""
    book = Path(shutil.copytree(honest, tmp_path / "book"))
    rewrite(book / "book.db", ADDITIONS[added])
    refresh(book)
    make_book(write_tree(tmp_path / "root", _TREE), book)
    assert (book / "book.db").read_bytes() == (honest / "book.db").read_bytes()


@pytest.mark.parametrize("added", ["trigger", "view", "table", "virtual table"])
def test_a_search_index_with_more_than_ours_is_refused(book: Path, told: Told, added: str) -> None:
    rewrite(book / "search.db", ADDITIONS[added].replace("meta_entry", "search_meta"))
    code, said = told(*_asked("search Base", book))
    assert (code, "search.db: its tables are not those" in said) == (2, True)


@pytest.mark.parametrize("name", INDEXES)
def test_no_spoilt_value_does_more_than_spoil_an_answer(
    honest: Path, book: Path, told: Told, name: str
) -> None:
    random = Random(name)
    for _ in range(_N_SPOILT):
        shutil.copyfile(honest / name, book / name)
        spoilt = random.choice(WAYS)(book / name, random)
        for question in random.sample(_QUESTIONS, 3):
            json = ["--json"] * (random.random() < 0.3)
            code, said = told(*_asked(question, book), *json)
            assert code in (0, 1, 2), (spoilt, question, said)
            assert "internal error" not in said, (spoilt, question, said)


def test_no_spoilt_value_is_a_defect_to_a_browser(honest: Path, book: Path) -> None:
    # It has no chain to follow.
    assert {name: told for name, told in _answers(honest) if told != 200} == {"trace": 404}
    random = Random(1)
    for _ in range(_N_SPOILT // 3):
        name = random.choice(INDEXES)
        shutil.copytree(honest, book, dirs_exist_ok=True, ignore=_all_but_indexes)
        spoilt = random.choice(WAYS)(book / name, random)
        for endpoint, told in _answers(book):
            assert told in (200, 404, 503), (spoilt, endpoint)


def _all_but_indexes(folder: str, names: list[str]) -> set[str]:
    return {*names} - {*INDEXES}


def _answers(book: Path) -> list[tuple[str, int]]:
    try:
        with damage_reported(book):
            opened = OpenedBook(book)
    except RepobookError:
        return []
    return [(one.name, opened.answer(one.name, _GIVEN).status) for one in ENDPOINTS]


@pytest.mark.parametrize("page", ["markdown/index.md", "site/index.html", "verification_report"])
@pytest.mark.parametrize("forged", [os.mkfifo, partial(os.symlink, "/dev/zero")])
def test_a_page_that_is_no_file_is_named_and_not_waited_for(
    honest: Path, tmp_path: Path, page: str, forged: Callable[[Path], None]
) -> None:
    book = Path(shutil.copytree(honest, tmp_path / "book"))
    place = next(one for one in (book / page, book / f"markdown/{page}.md") if one.exists())
    place.unlink()
    forged(place)
    proof = verify(book, None, 1)
    name = place.relative_to(book / place.relative_to(book).parts[0])
    assert [one.message for one in proof.problems if one.place == str(name)]


def test_a_shard_that_is_no_file_is_named(honest: Path, tmp_path: Path) -> None:
    book = Path(shutil.copytree(honest, tmp_path / "book"))
    shard = next((book / "site" / "book-index").iterdir())
    shard.unlink()
    os.mkfifo(shard)
    told = {one.message for one in verify(book, None, 1).problems if shard.name in one.place}
    assert "differs from the index" in told


@pytest.mark.parametrize("query", ["helper", "/help\\w+/", '"return helper"'])
def test_a_text_that_claims_to_be_endless_is_not_unpacked(
    book: Path, told: Told, query: str
) -> None:
    rewrite(book / "search.db", "UPDATE source_text SET data = ?", LYING_TEXT)
    code, said = told("search", "--kind", "text", query, "--book", str(book))
    assert (code, "its index is damaged" in said) == (2, True)


def test_each_search_has_time_of_its_own(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    searcher = Searcher(book)
    monkeypatch.setattr(searcher.index.allowed, "begin", lambda: begun.append(1))
    searcher.search("helper")
    searcher.search("base")
    searcher.close()
    assert begun == [1, 1]
