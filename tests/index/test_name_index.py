"""Names of the repository by letter, read out of an index."""

from pathlib import Path

import apsw

from repobook.index.reader.repository.name_index import NameIndex
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

TREE = {
    "a/x.py": "class Flush: pass\n\n\ndef _flush(): pass\n\n\ndef flush(): pass\n",
    "a/b/y.py": "def flush(): pass\n\n\ndef fit(): pass\n",
    "tests/test_x.py": "def flush(): pass\n\n\ndef test_f(): pass\n",
    "conf.yaml": "flush: 1\n",
    **{f"many/d{n}/m.py": "def forward(): pass\n" for n in range(9)},
}


def test_names_of_a_letter_with_all_their_places(tmp_path: Path) -> None:
    make_book(write_tree(tmp_path / "root", TREE), tmp_path / "book")
    db = apsw.Connection(str(tmp_path / "book" / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    found = {one.name: one for one in NameIndex(db).homonyms("F")}
    assert list(found) == ["fit", "Flush", "flush", "forward"]
    assert found["flush"].paths == ("a/b/y.py", "a/x.py")
    assert found["flush"].anchors == (".flush", ".flush")
    assert found["forward"].kinds == (("function", 9),)
    assert (found["forward"].n_files, found["forward"].n_folders) == (9, 9)
    assert len(found["forward"].folders) == 8
    assert NameIndex(db).homonyms("Fe-Fh") == []
    assert [one.name for one in NameIndex(db).homonyms("Fi-Fm")] == ["fit", "Flush", "flush"]
    assert NameIndex(db).homonyms("other") == []
