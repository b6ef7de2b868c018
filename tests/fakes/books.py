"""Builds books for tests, in this process or as the command does, and looks into them."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import apsw

from repobook.build.entry import build
from repobook.build.report import BuildReport
from repobook.build.request import BuildRequest
from repobook.index.search.search_index import SearchIndex
from repobook.model.search.matches import FileMatch
from repobook.scan.sources.source import find_source
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import write_tree

VIEWS = (
    *("files", "symbols", "refs", "file_edges", "keywords", "tests", "findings", "meta"),
    *("imports", "notes", "diagnostics", "skipped", "outcomes", "ranks", "owners"),
    *("patterns", "registries", "naming_words"),
    *("history", "changed_together"),
)
# The console script, without the current folder on the module path as ``python -m`` has it.
_SCRIPT = "from repobook.cli import main; main()"
_PROJECT = Path(__file__).parents[2]

POLYGLOT: dict[str, str | bytes] = {
    "README.md": "# Title\n\nSee `main` and [a](src/a.py).\n",
    "src/a.py": "import os\n\n\nclass A(object):\n    '''Doc.'''\n\n    def f(self): return os\n",
    "src/b.c": "#include <stdio.h>\nint main(void) { return 0; } // TODO: more\n",
    "src/c.js": "import x from 'y';\nexport function g() { return x(); }\n",
    "src/d.go": 'package d\n\nimport "fmt"\n\nfunc D() { fmt.Println("d") }\n',
    "conf/x.yaml": "a:\n  b: [1, 2]\n",
    "conf/y.toml": "[tool]\nname = 'x'\n",
    "conf/z.json": '{"k": {"l": 1}}\n',
    "conf/w.ini": "[s]\nk = v\n",
    "data/blob.bin": b"\0\1\2",
    "empty.txt": "",
    "notes.txt": "plain words\n",
    ".gitignore": "*.log\n",
    "x.log": "ignored\n",
}


def make_book(
    root: Path,
    book: Path,
    n_jobs: int = 1,
    use_cache: bool = True,
    max_bytes: int = 8 << 20,
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    rev: str = "",
) -> BuildReport:
    spec = find_source(str(root), rev, include, exclude)
    return build(BuildRequest(spec, book, n_jobs, max_bytes, use_cache))


def book_bytes(book: Path) -> dict[str, bytes]:
    """What a reader of the book gets; the cache and the search index are our own affair."""
    found = [path for path in sorted(book.rglob("*")) if path.is_file()]
    named = {path.relative_to(book).as_posix(): path for path in found}
    return {
        name: path.read_bytes()
        for name, path in named.items()
        if name not in (".lock", "search.db") and not name.startswith("cache/")
    }


def rows(book: Path, view: str) -> list[tuple[Any, ...]]:
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return list(db.execute(f"SELECT * FROM {view}"))
    finally:
        db.close()


def files(book: Path) -> dict[str, str]:
    """Every path with the reason why it is only listed."""
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return dict(db.execute("SELECT path, reason FROM files"))
    finally:
        db.close()


def assert_same_book(book: Path, other: Path) -> None:
    """Rows first: they make a difference readable; then the bytes."""
    for view in VIEWS:
        assert rows(book, view) == rows(other, view), view
    assert book_bytes(book) == book_bytes(other)
    assert hits(book) == hits(other)


_VIEWS_OF_SEARCH = ((1, 1, 1, 1, 1, 1), (1, 0, 0, 0, 0, 0))


def hits(book: Path) -> dict[str, list[FileMatch]]:
    """What every word of a book is found in, best first, with the scores."""
    index = SearchIndex(book)
    try:
        index.db.execute("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, file_text, row)")
        words = [word for (word,) in index.db.execute("SELECT term FROM word")]
        return {word: index.matching(f'"{word}"', _VIEWS_OF_SEARCH, 9) for word in words}
    finally:
        index.close()


def assert_accounted(book: Path) -> None:
    meta = dict(rows(book, "meta"))
    statuses = [status for _, _, _, _, _, _, status, *_ in rows(book, "files")]
    assert set(statuses) <= {"documented", "listed"}
    assert int(meta["n_files"]) == len(statuses)
    assert int(meta["n_documented"]) == statuses.count("documented")
    assert int(meta["n_listed"]) == statuses.count("listed")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Of a child: this project first, whatever is installed."""
    path = [str(_PROJECT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": ":".join(filter(None, path)), **(extra or {})}


def command(*arguments: str | bytes | Path) -> list[Any]:
    return [sys.executable, "-P", "-c", _SCRIPT, *arguments]


def run(
    *arguments: str | bytes | Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    before: Any = None,
) -> subprocess.CompletedProcess[bytes]:
    """The command as a user runs it; ``before`` runs in the child ahead of it."""
    return subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment(env),
        capture_output=True,
        timeout=SECONDS_OF_A_HANG,
        check=False,
        preexec_fn=before,
    )


def polyglot(root: Path) -> Path:
    return write_tree(root, POLYGLOT)
