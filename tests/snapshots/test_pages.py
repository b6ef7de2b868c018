"""Pages of a small book, compared as a whole: ``pages/``."""

from pathlib import Path

from tests.fakes.books import make_book
from tests.fakes.hostile_files import SAMPLES
from tests.fakes.trees import write_tree
from tests.snapshots.snapshot import assert_snapshots

_SOURCES = ("README.md", "src/a.py", "src/a.c", "src/a.h", "tests/test_a.py", "pyproject.toml")
_PAGES = (
    *("index.md", "src/index.md", "src/doc.md", "src/sub.md", "gaps.md", "README.md_docs.md"),
    *("src/a.py_docs.md", "src/a.py_kw.md", "src/a.c_docs.md", "tests/test_a.py_docs.md"),
)


def test_one_page_of_each_kind(tmp_path: Path, update_snapshots: bool) -> None:
    root = write_tree(tmp_path / "grid", {path: SAMPLES[path] for path in _SOURCES})
    make_book(root, tmp_path / "grid.book")
    texts = {
        name.replace("/", "_"): (tmp_path / "grid.book/markdown" / name).read_text("utf-8")
        for name in _PAGES
    }
    assert_snapshots(Path(__file__).with_name("pages"), texts, update_snapshots)
