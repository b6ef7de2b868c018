"""What is told of a symbol that has a section of its own."""

from pathlib import Path

import apsw

from repobook.index.reader.file.file_dossiers import FileDossiers, Gathered, SourceText
from repobook.index.record import decode_facts, encode_facts
from repobook.languages import parse
from repobook.model.dossiers.dossier import Repository, Subclass, SymbolName, SymbolSection, UseSite
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

BASE = """class Top:
    def run(self):
        return 1


class Base(Top):
    def run(self):
        return 2


def _often(): return 3


def _seldom(): return 4


_often(), _often(), _often(), _often(), _often(), _seldom()
"""
TREE: dict[str, str | bytes] = {
    "base.py": BASE,
    "heir.py": "from base import Base\n\n\nclass Heir(Base):\n    def run(self):\n        pass\n",
    "user.py": "import base\n\n\ndef go():\n    base.Base()\n    return base.Base().run()\n",
    "tests/test_base.py": "from base import Base\n\n\ndef test_run():\n    Base().run()\n",
}


def _gathered(tmp_path: Path) -> Gathered:
    make_book(write_tree(tmp_path / "root", dict(TREE)), tmp_path / "book")
    db = apsw.Connection(str(tmp_path / "book/book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    dossiers = FileDossiers(db, Repository("demo", ""), lambda name: ())
    facts = decode_facts(encode_facts(parse("Python", BASE.encode())))
    return dossiers.gather("base.py", facts, SourceText(BASE))


def _sections(gathered: Gathered) -> dict[str, SymbolSection]:
    symbols = gathered.dossier.symbols
    return {symbol.definition.qualname: symbol.section for symbol in symbols if symbol.section}


def test_what_is_exported_or_used_five_times_has_a_section(tmp_path: Path) -> None:
    assert list(_sections(_gathered(tmp_path))) == ["Top", "Top.run", "Base", "Base.run", "_often"]


def test_users_are_told_with_the_first_line_and_tests_apart(tmp_path: Path) -> None:
    base = _sections(_gathered(tmp_path))["Base"]
    assert base.sites == (
        UseSite("heir.py", 1, 2, "exact"),
        UseSite("user.py", 5, 2, "exact"),
    )
    assert base.tests == (UseSite("tests/test_base.py", 1, 2, "exact"),)


def test_classes_know_their_heirs_and_methods_what_takes_their_place(tmp_path: Path) -> None:
    sections = _sections(_gathered(tmp_path))
    assert sections["Base"].subclasses == (Subclass("heir.py", 4, "Heir", 1),)
    assert sections["Top"].subclasses == (Subclass("base.py", 6, "Base", 1),)
    run = sections["Base.run"]
    assert run.overrides == (SymbolName("base.py", "Top.run", "method", 1, True),)
    assert run.overridden == (SymbolName("heir.py", "Heir.run", "method", 1, True),)
    assert run.n_homonyms == 2


def test_files_whose_lines_or_classes_are_told_are_remembered(tmp_path: Path) -> None:
    gathered = _gathered(tmp_path)
    assert len(gathered.users) == 3  # all but itself
    assert len(gathered.quoted) >= 1
