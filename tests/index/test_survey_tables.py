"""A small repository, and what is told of the whole of it at once."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from repobook.index.reader.folder.folder_dossiers import FolderReader
from repobook.index.reader.folder.part_dependencies import _parts
from repobook.index.reader.open_index import open_index
from repobook.index.reader.repository.survey_tables import (
    findings_by_rule,
    rule_count,
    rules_in,
    survey,
)
from repobook.model.dossiers.dossier import Repository
from repobook.model.dossiers.folder_dossier import Place
from repobook.model.dossiers.survey import Survey, Untested
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_BRANCHY = "def busy(x):\n    if x:\n        return 1\n    return 2\n"
FILES: dict[str, str | bytes] = {
    "lib/core.py": f"import os\n\n\n{_BRANCHY}\n\ndef run(c):\n    os.system(c)\n    eval(c)\n",
    "lib/told.py": 'class A:\n    __doc__ = "Told by name."\n\n\nclass B:\n    """Told."""\n',
    "lib/bad.py": "def broken(:\n",
    **{
        f"app/u{n}.py": "from lib.core import busy, run\nfrom lib.told import A, B\n\n"
        "busy(1)\nrun(A())\nrun(B())\n"
        for n in range(6)
    },
    "app/deep/back.py": "def back():\n    pass\n",
    "lib/loop.py": "from app.deep.back import back\n\n\ndef turn():\n    back()\n",
    "tests/test_core.py": "from lib.core import busy\n\n\ndef test_busy():\n    busy(1)\n",
    "notes.txt": "nothing\n",
}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[apsw.Connection]:
    folder: Path = tmp_path_factory.mktemp("survey")
    make_book(write_tree(folder / "tree", FILES), folder / "demo.book")
    opened = open_index(folder / "demo.book")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def found(db: apsw.Connection) -> Survey:
    return survey(FolderReader(db, Repository("demo", "")))


def test_every_rule_is_counted_with_its_files(db: apsw.Connection, found: Survey) -> None:
    evaluated = next(rule for rule in found.rules if rule.rule == "S307")
    assert (evaluated.category, evaluated.n, evaluated.n_files) == ("security", 1, 1)
    assert [rule.rule for rule in found.rules] != []
    assert sorted(rule.rule for rule in found.rules) == rules_in(db)
    assert rule_count(db, "S307") == evaluated


def test_a_finding_comes_with_its_line_and_code(db: apsw.Connection) -> None:
    (finding,) = findings_by_rule(db, "S307")
    assert finding.place == Place("lib/core.py", 12)
    assert finding.code == "eval(c)"


def test_rules_are_told_of_some_files_only(db: apsw.Connection) -> None:
    (core,) = (id for (id,) in db.execute("SELECT id FROM file WHERE path = 'lib/core.py'"))
    assert "S307" in rules_in(db, [core])
    assert rules_in(db, []) == []


def test_hotspots_multiply_ways_by_who_leans_on_them(found: Survey) -> None:
    first = found.hotspots[0]
    assert (first.path, first.worst, first.worst_complexity) == ("lib/core.py", "busy", 2)
    # What has no branch adds nothing: a stub of a thousand declarations is not complex.
    assert (first.n_changes, first.complexity, first.fan_in) == (0, 2, 7)
    assert first.score == 2 * (1 + 7)
    assert not found.has_past


def test_folders_lean_on_each_other_with_a_line_to_prove_it(found: Survey) -> None:
    edges = {(edge.source, edge.target): edge for edge in found.dependencies.edges}
    assert edges["app", "lib"].n == 12
    assert edges["app", "lib"].example.path == "app/u0.py"
    assert edges["lib", "app/deep"].example == Place("lib/loop.py", 1)
    assert found.dependencies.split == {"app"}
    assert "tests" not in found.dependencies.folders


def test_very_deep_folders_are_told_with_those_around_them() -> None:
    deep = {f"a/b/c/d/e/f/{n}.py" for n in range(9)}
    homes, split = _parts({*deep, "a/x.py"})
    assert homes["a/b/c/d/e/f/0.py"] == "a/b/c/d/e"
    assert homes["a/x.py"] == "a"
    assert "a" in split


def test_languages_say_what_is_not_understood_and_not_explained(found: Survey) -> None:
    by_language = {one.language: one for one in found.languages}
    assert by_language["Python"].n_unread == 1
    assert by_language["Text"].n_plain == 1
    assert by_language["Python"].n_explained == 1


def test_what_many_use_and_no_words_explain_is_a_debt(found: Survey) -> None:
    assert [(debt.qualname, debt.n_users) for debt in found.debts] == [("busy", 7), ("run", 6)]


def test_files_without_tests_are_listed_by_folder(found: Survey) -> None:
    untested = {one.folder: one for one in found.untested}
    assert untested["app/deep"] == Untested("app/deep", 1, ("app/deep/back.py",))
    assert "lib/core.py" not in untested["lib"].paths
