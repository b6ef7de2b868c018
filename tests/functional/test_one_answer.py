"""The page of a thing and the command that asks about it cannot disagree."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from repobook import Book, build_book, open_book
from repobook.ask.dependencies_answer import DepsAnswer, counted_files
from repobook.ask.findings_answer import FindingsAnswer
from repobook.ask.keywords_answer import FileKeywords
from repobook.ask.references.references_answer import UsesAnswer
from repobook.ask.tests.tests_answer import CoveringTests
from repobook.book.file.related_files import paths_related_by
from repobook.book.shared.test_reasons import reasons
from repobook.index import schema
from repobook.index.reader.file.file_dossiers import FileDossiers, SourceText
from repobook.index.reader.folder.folder_tables import Tables
from repobook.index.record import decode_facts, encode_facts, encode_tests
from repobook.languages import parse
from repobook.model.answers import FileAnswer
from repobook.model.dossiers.dossier import FileDossier, Repository
from repobook.model.graph import DEPENDENCY_KINDS, EdgeKind, Reason, symbol_ids
from tests.book.views import plain
from tests.fakes.books import POLYGLOT
from tests.fakes.dossiers import file_dossier
from tests.fakes.trees import write_tree

TREE: dict[str, str | bytes] = {
    **POLYGLOT,
    "pkg/__init__.py": "from pkg.core import Shape\n",
    "pkg/core.py": (
        "class Shape:\n    def area(self):\n        return 0\n\n\n"
        "class Square(Shape):\n    def area(self):\n        return eval('1')\n"
    ),
    "pkg/use.py": "from pkg import Shape\nfrom pkg.core import Square\nSquare().area()\nShape()\n",
    "tests/test_core.py": "from pkg.core import Square\n\ndef test_area():\n    Square().area()\n",
    "lib/dict.h": "#ifndef D\n#define D\nint dict_next(int n);\n#endif\n",
    "lib/dict.c": '#include "dict.h"\nint dict_next(int n) { return n + 1; }\n',
    "other/dict.c": "int dict_next(int n) { return n - 1; }\n",
    "lib/log.h": "void _log(int n);\n#define LOG(n) do { if (n) _log(n); } while (0)\n",
    "lib/log.c": '#include "log.h"\nvoid _log(int n) { }\n',
    "lib/main.c": '#include "dict.h"\nint main(void) { return dict_next(dict_next(1)); }\n',
    # Without an include: the only definition of the name is likely meant.
    "app/meter.c": "int read_meter(void) { return write_meter(1) + tick_forward(1); }\n",
    "app/tick.c": "int tick_forward(int n) { return n; }\nint write_meter(int n) { return n; }\n",
    "app/other.c": '#include "tick.c"\nint other(void) { return tick_forward(2); }\n',
    "app/notes.md": "See [the clock](tick.c).\n",
}


class Answers:
    def __init__(self, folder: Path) -> None:
        write_tree(folder / "root", TREE)
        build_book(folder / "root", folder / "x.book", n_jobs=1)
        self.book: Book = open_book(folder / "x.book")
        self.index = apsw.Connection(
            str(folder / "x.book/book.db"), flags=apsw.SQLITE_OPEN_READONLY
        )
        texts = {path: str(text).split("\n") for path, text in TREE.items()}
        self._dossiers = FileDossiers(
            self.index,
            Repository("x", ""),
            lambda path: texts.get(path, ()),
        )

    def dossiers(self) -> Iterator[FileDossier]:
        for file in self.book.files(limit=1000).files:
            if file.status == "documented" and isinstance(text := TREE[file.path], str):
                record = decode_facts(encode_facts(parse(file.language, text.encode())))
                yield self._dossiers.gather(file.path, record, SourceText(text)).dossier

    def close(self) -> None:
        self.book.close()
        self.index.close()


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    with closing(Answers(tmp_path_factory.mktemp("one_answer"))) as found:
        yield found


def test_uses_of_every_symbol(answers: Answers) -> None:
    n_used = 0
    for dossier in answers.dossiers():
        ids = symbol_ids(dossier.path, [symbol.definition for symbol in dossier.symbols])
        for id, symbol in zip(ids, dossier.symbols, strict=True):
            answer = answers.book.references(id, limit=1000)
            assert isinstance(answer, UsesAnswer), id
            on_page = symbol.uses.n_places, symbol.uses.n_files
            assert on_page == (answer.n_places, answer.n_files), id
            n_used += answer.n_places > 0
    assert n_used >= 5


def test_dependencies_tests_and_findings_of_every_file(answers: Answers) -> None:
    for dossier in answers.dossiers():
        deps = answers.book.dependencies(dossier.path)
        assert isinstance(deps, DepsAnswer)
        out = {(edge.path, edge.kind, edge.line) for edge in dossier.edges_out}
        assert out == {(edge.path, edge.kind, edge.line) for edge in deps.out}
        assert len(dossier.edges_in) == len(deps.into)
        assert dossier.rank.cycle == deps.cycle
        tests = answers.book.tests(dossier.path, limit=1000)
        assert isinstance(tests, CoveringTests)
        assert {test.path for test in dossier.tests} <= {test.path for test in tests.tests}
        findings = answers.book.findings(dossier.path, limit=None)
        assert isinstance(findings, FindingsAnswer)
        assert len(dossier.findings) == len(findings.findings)


def test_keywords_of_every_file(answers: Answers) -> None:
    for dossier in answers.dossiers():
        found = answers.book.keywords(dossier.path, limit=1000)
        assert isinstance(found, FileKeywords)
        on_page = [(one.text, one.kind, one.line) for one in dossier.keywords]
        assert on_page == [(one.keyword, one.kind, one.line) for one in found.keywords]
        assert dossier.n_keywords == found.n_all


def test_the_view_of_tests_has_the_words_of_pages() -> None:
    found = (
        *(Reason(kind, (), (3,)) for kind in _EDGES),
        Reason("use", (), (9,), "inferred"),
        *(Reason(kind, ("a", "b"), (1, 2)) for kind in ("mention", "alike")),
        Reason("path", ("x", "y")),
        *(Reason(kind, ("z.py",)) for kind in ("reach", "perhaps")),
        *(Reason("together", n=n) for n in (1, 7)),
    )
    words = [plain(reasons(file_dossier(), "t.py", (one,))) for one in found]
    assert json.loads(_viewed(found)) == [_without_marks(text) for text in words]


_EDGES: tuple[EdgeKind, ...] = ("import", "include", "inherit", "call", "use")


def _without_marks(text: str) -> str:
    """A page cites a line, and shows words of paths and other files as code."""
    text = re.sub(r"\[(?:t\.py:)?L?(\d+)\]", r"line \1", text)
    return text if "line" in text else text.replace("`", "")


def _viewed(found: tuple[Reason, ...]) -> str:
    with closing(apsw.Connection(":memory:")) as db:
        db.execute(schema.STATEMENTS)
        columns = [row[1] for row in db.execute("PRAGMA table_info(file)")]
        for id, path in ((1, "a.py"), (2, "t.py")):
            row = {**dict.fromkeys(columns, ""), "id": id, "path": path}
            marks = ", ".join("?" * len(row))
            db.execute(f"INSERT INTO file ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
        db.execute("INSERT INTO file_tests VALUES (1, ?)", (encode_tests([(2, 1.0, found)]),))
        return str(db.execute("SELECT reasons FROM tests").get)


def test_a_declaration_and_its_definition_are_one_symbol(answers: Answers) -> None:
    for id, other in (
        ("lib/dict.c::dict_next", "lib/dict.h::dict_next"),
        ("lib/dict.h::dict_next", "lib/dict.c::dict_next"),
    ):
        answer = answers.book.references(id)
        assert isinstance(answer, UsesAnswer)
        assert [(site.path, site.line) for site in answer.sites] == [("lib/main.c", 2)] * 2
        assert [symbol.id for symbol in answer.same] == [other]
    unrelated = answers.book.references("other/dict.c::dict_next")
    assert isinstance(unrelated, UsesAnswer)
    assert (unrelated.n_places, unrelated.same) == (0, ())


def test_what_a_macro_calls_is_used(answers: Answers) -> None:
    answer = answers.book.references("lib/log.c::_log")
    assert isinstance(answer, UsesAnswer)
    assert [(s.path, s.line, s.within) for s in answer.sites] == [("lib/log.h", 2, "LOG")]


def test_files_that_use_a_file_are_counted_alike_everywhere(answers: Answers) -> None:
    rows = Tables(answers.index).row_by_path
    ranks = dict(answers.index.execute("SELECT path, fan_in FROM ranks"))
    n_by_path = {}
    for dossier in answers.dossiers():
        path = dossier.path
        shown, needed = answers.book.show(path), answers.book.dependencies(path)
        assert isinstance(shown, FileAnswer)
        assert isinstance(needed, DepsAnswer)
        on_page = len(paths_related_by(dossier.edges_in, DEPENDENCY_KINDS))
        in_answers = (needed.n_dependents, shown.n_users, ranks.get(path, 0))
        n_by_path[path] = on_page
        assert (on_page,) * 4 == (rows[path].line.fan_in, *in_answers), path
    # One includes it, one likely means it, and a document only mentions it.
    assert n_by_path["app/tick.c"] == 2
    assert isinstance(clock := answers.book.dependencies("app/tick.c"), DepsAnswer)
    assert counted_files(clock.into) == "2 files, 1 more by mention"
