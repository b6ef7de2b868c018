"""An index that changed, and the folders whose pages it makes untrue."""

from pathlib import Path

import pytest

from repobook.index.reader.open_index import open_index
from repobook.index.stale.stale_folders import folders_shown_differently
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

FILES: dict[str, str | bytes] = {
    "README.md": "# Demo\n",
    "app/main.py": "from lib.core import run\n\nrun()\n",
    "lib/core.py": "def run():\n    pass\n",
    "lib/deep/other.py": "x = 1\n",
}


@pytest.mark.parametrize(
    ("shown", "faces", "folders"),
    [
        (["lib/deep/other.py"], [], {"", "lib", "lib/deep"}),
        (["lib/core.py"], [], {"", "lib"}),
        (["lib/core.py"], ["lib/core.py"], {"", "lib", "app"}),
        (["app/main.py"], ["app/main.py"], {"", "lib", "app"}),
        (["README.md"], [], {""}),
        ([], [], {""}),
    ],
)
def test_folders_around_what_changed(
    tmp_path: Path, shown: list[str], faces: list[str], folders: set[str]
) -> None:
    make_book(write_tree(tmp_path / "tree", FILES), tmp_path / "demo.book")
    db = open_index(tmp_path / "demo.book")
    ids = dict(db.execute("SELECT path, id FROM file"))
    found = folders_shown_differently(db, db, [ids[p] for p in shown], [ids[p] for p in faces])
    db.close()
    assert found == folders
