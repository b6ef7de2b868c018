"""Kills builds at random moments and looks at what is left: ``python bench/kills.py REPO [N]``.

After each kill the book must verify, or bear the mark that the next build has to finish it; and
that next build must end in the bytes of one that nobody disturbed. Every second build starts from a
book of the tree before an edit, the others from nothing.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from repobook.model.book_layout import UNFINISHED

_BUILD: Final = [sys.executable, "-m", "repobook", "build", "--quiet"]
# Of our own use; the search index is proved by ``verify`` instead.
_OURS: Final = (".lock", "cache", "search.db")
_VERIFY: Final = [sys.executable, "-m", "repobook", "verify"]


def main() -> int:
    repo, n_kills = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        tree = place / "tree"
        shutil.copytree(repo, tree, symlinks=True)
        time.sleep(2.2)  # younger files would be read again by every build
        _build(tree, place / "old.book")
        _edit(tree)
        started = time.monotonic()
        _build(tree, place / "new.book")
        seconds = time.monotonic() - started
        found: Counter[str] = Counter()
        for seed in range(n_kills):
            found[_killed(place, tree, seed, seconds)] += 1
            print(f"\r{seed + 1} of {n_kills}: {_told(found)}", end="", file=sys.stderr, flush=True)
    print(_told(found))
    return int(any(state.startswith("WRONG") for state in found))


def _told(found: Counter[str]) -> str:
    return ", ".join(f"{n} × {state}" for state, n in sorted(found.items()))


def _edit(tree: Path) -> None:
    path = sorted(tree.rglob("*.py"))[0]
    path.write_text(path.read_text() + "\n\ndef added_by_an_edit():\n    return 1\n")
    time.sleep(2.2)


def _killed(place: Path, tree: Path, seed: int, seconds: float) -> str:
    book = place / "killed.book"
    shutil.rmtree(book, ignore_errors=True)
    if seed % 2:
        shutil.copytree(place / "old.book", book)
    process = subprocess.Popen([*_BUILD, str(tree), "-o", str(book)])
    time.sleep(random.Random(seed).random() * seconds)
    process.kill()
    process.wait()
    state = _state(book, tree, place)
    _build(tree, book)
    return state if _contents(book) == _contents(place / "new.book") else f"WRONG after: {state}"


def _state(book: Path, tree: Path, place: Path) -> str:
    if not (book / "book.db").exists():
        return "no book yet"
    if (book / UNFINISHED).exists():
        return "marked: the next build finishes it"
    found = _contents(book)
    if found == _contents(place / "old.book"):
        return "the old book"
    checked = subprocess.run([*_VERIFY, str(book), "--repo", str(tree)], capture_output=True)
    return "the new book, verified" if checked.returncode == 0 else "WRONG: does not verify"


def _build(tree: Path, book: Path) -> None:
    subprocess.run([*_BUILD, str(tree), "-o", str(book)], check=True)


def _contents(book: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(book)): path.read_bytes()
        for path in sorted(book.rglob("*"))
        if path.is_file() and path.relative_to(book).parts[0] not in _OURS
    }


if __name__ == "__main__":
    sys.exit(main())
