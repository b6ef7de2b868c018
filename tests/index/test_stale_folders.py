"""An index that changed, and the folders whose pages it makes untrue."""

from pathlib import Path

import pytest

from repobook.index.reader.open_index import open_index
from repobook.index.stale.changes import NO_CHANGES
from repobook.index.stale.stale_folders import folders_shown_differently
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

FILES: dict[str, str | bytes] = {
    "README.md": "# Demo\n\nAll begins in `lib/deep/other.py`.\n",
    "app/main.py": "from lib.core import run\n\nrun()\n",
    "lib/core.py": "def run():\n    pass\n",
    "lib/deep/other.py": "x = 1\n",
}


@pytest.mark.parametrize(
    ("changed", "summaries", "purposes", "folders"),
    [
        (["lib/deep/other.py"], [], [], {"", "lib", "lib/deep"}),
        (["lib/core.py"], [], [], {"", "lib"}),
        (["lib/core.py"], ["lib/core.py"], [], {"", "lib", "app"}),
        (["app/main.py"], ["app/main.py"], [], {"", "lib", "app"}),
        (["README.md"], [], [], {""}),
        (["README.md"], [], ["README.md"], {"", "lib", "lib/deep"}),
        (["app/main.py"], [], ["app/main.py"], {"", "app"}),
        ([], [], [], {""}),
    ],
)
def test_folders_around_what_changed(
    tmp_path: Path,
    changed: list[str],
    summaries: list[str],
    purposes: list[str],
    folders: set[str],
) -> None:
    make_book(write_tree(tmp_path / "tree", FILES), tmp_path / "demo.book")
    db = open_index(tmp_path / "demo.book")
    ids = dict(db.execute("SELECT path, id FROM file"))
    summaries_of, purposes_of = (frozenset(ids[path] for path in p) for p in (summaries, purposes))
    changes = NO_CHANGES._replace(summaries=summaries_of, purposes=purposes_of)
    found = folders_shown_differently(db, db, [ids[p] for p in changed], changes)
    db.close()
    assert found == folders
