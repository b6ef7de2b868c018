"""Keywords below a folder, read out of an index."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from repobook.index.reader.folder.folder_dossiers import FolderReader
from repobook.model.dossiers.folder_dossier import Place
from tests.fakes.books import make_book
from tests.fakes.dossiers import REPOSITORY
from tests.fakes.trees import write_tree

TREE = {
    "pkg/cache.py": "class PagedCache:\n    def flush(self): pass\n",
    "pkg/deep/use.py": "from pkg.cache import PagedCache\n\n\ndef warm(): PagedCache().flush()\n",
    "pkg/deep/more.py": "from pkg.cache import PagedCache\n\nSHARED = PagedCache()\n",
    "other.py": "def flush(): pass\n",
}


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[FolderReader]:
    make_book(write_tree(tmp_path / "root", TREE), tmp_path / "book")
    db = apsw.Connection(str(tmp_path / "book" / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    yield FolderReader(db, REPOSITORY)
    db.close()


def test_subtree_has_the_keywords_of_all_files_below(reader: FolderReader) -> None:
    found = reader.keywords.subtree("pkg")
    names = {name.keyword: (name.kinds, name.paths) for name in found.names}
    assert names["PagedCache"] == (
        ("class", "used name"),
        ("pkg/cache.py", "pkg/deep/more.py", "pkg/deep/use.py"),
    )
    assert "other.py" not in {path for name in found.names for path in name.paths}
    assert (found.n_files, found.n_below, found.folders) == (3, 2, (("pkg/deep", 2),))


def test_names_stand_in_the_order_of_letters(reader: FolderReader) -> None:
    names = [name.keyword.lower() for name in reader.keywords.subtree("").names]
    assert names == sorted(names)


def test_concept_has_its_home_and_counts_the_files_that_speak_of_it(reader: FolderReader) -> None:
    first = reader.folder("pkg").concepts[0]
    assert first == ("PagedCache", "class", Place("pkg/cache.py", 1, 0), 3)
