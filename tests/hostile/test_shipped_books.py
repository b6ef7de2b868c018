"""A repository that brings a book of its own: nothing in it is believed or written through."""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from repobook.errors import RepobookError
from repobook.index.cache.authenticated_file import authenticated
from repobook.index.cache.provenance import BookKey
from repobook.model.book_layout import MANIFEST
from tests.fakes.books import assert_same_book, book_bytes, environment, make_book, rows, run
from tests.fakes.trees import write_tree

TREE = {"pkg/a.py": "def shown(): return eval('1')\n", "pkg/b.py": "from a import shown\n"}
STAGING = f"cache/work-{'0' * 32}"


def _names(folder: Path) -> dict[str, bytes]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "victim", {"file": "precious\n", "folder/x": "precious\n"})


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a book that somebody else has built of it, and what it should be."""
    place = tmp_path_factory.mktemp("shipped")
    root = write_tree(place / "root", TREE)
    env = {"XDG_STATE_HOME": str(place / "theirs")}
    done = run("build", root, "-o", place / "book", cwd=place, env=env)
    assert done.returncode == 0, done.stderr
    shutil.move(place / "book", root / "root.book")
    make_book(root, place / "fresh")
    return place


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "root", TREE)


@pytest.fixture
def book(root: Path, shipped: Path) -> Path:
    """Where a build of the root puts its own."""
    return Path(shutil.copytree(shipped / "root/root.book", root / "root.book"))


# Where a build once wrote, or writes now, with what would be written through the link.
LINKS = [
    *("cache/staging/markdown/pkg/a.py_docs.md", "cache/staging/.log", "cache/staging/site"),
    *(f"{STAGING}/{name}" for name in (".log", "markdown", "site", "book.db", "search.db", "lint")),
    *(f"{STAGING}/markdown/pkg", f"{STAGING}/markdown/pkg/a.py_docs.md", STAGING),
    *("cache/replaced", "cache/book.db.new", "cache/lint", "cache/history", "cache/pages"),
    *("markdown", "site", "markdown/pkg", "markdown/index.md", "site/index.html", "search.db"),
    *("unfinished", "cache", ".lock", "book.db", MANIFEST, "cache/facts", "cache/seen"),
]


@pytest.mark.parametrize("is_folder", [False, True])
@pytest.mark.parametrize("name", LINKS)
def test_no_link_of_a_shipped_book_is_written_through(
    root: Path, book: Path, shipped: Path, victim: Path, name: str, is_folder: bool
) -> None:
    link = book / name
    if link.is_dir():
        shutil.rmtree(link)
    link.unlink(missing_ok=True)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(victim / ("folder" if is_folder else "file"))
    before = _names(victim)
    with contextlib.suppress(RepobookError):
        make_book(root, book)
        assert files_and_links(book) == files_and_links(shipped / "fresh")
    assert _names(victim) == before


def files_and_links(book: Path) -> set[str]:
    found = [p for p in book.rglob("*") if not p.is_dir() or p.is_symlink()]
    names = {str(path.relative_to(book)) for path in found}
    return {name for name in names if not name.startswith("cache/")}


def test_a_book_that_is_a_link_is_refused(root: Path, tmp_path: Path) -> None:
    other = write_tree(tmp_path / "other", TREE)
    assert run("build", cwd=other).returncode == 0
    before = book_bytes(other / "other.book")
    (root / "root.book").symlink_to(other / "other.book")
    done = run("build", cwd=root)
    assert done.returncode == 2
    assert b"root.book is a link" in done.stderr
    assert book_bytes(other / "other.book") == before


def test_a_folder_of_the_repository_that_is_a_link_is_refused(root: Path, victim: Path) -> None:
    (root / "docs").symlink_to(victim)
    done = run("build", "-o", "docs/the.book", cwd=root)
    assert done.returncode == 2
    assert b"docs is a link" in done.stderr
    assert sorted(path.name for path in victim.iterdir()) == ["file", "folder"]


def test_a_link_above_the_repository_is_the_users_own(root: Path, tmp_path: Path) -> None:
    (tmp_path / "way").symlink_to(tmp_path)
    done = run("build", cwd=tmp_path / "way" / "root")
    assert done.returncode == 0, done.stderr
    assert run("build", root, "-o", tmp_path / "way" / "x.book", cwd=tmp_path).returncode == 0


def test_a_shipped_book_is_replaced_with_one_line(root: Path, book: Path, shipped: Path) -> None:
    done = run("build", cwd=root)
    assert done.returncode == 0
    assert done.stderr.count(b"root.book was made elsewhere") == 1
    assert rows(book, "files") == rows(shipped / "fresh", "files")
    again = run("build", cwd=root)
    assert b"made elsewhere" not in again.stderr


def _forge_index_page(book: Path) -> None:
    page = book / "site/index.html"
    page.write_text(page.read_text() + "<p>forged")


def _forge_trigger(book: Path) -> None:
    db = apsw.Connection(str(book / "book.db"))
    db.execute("CREATE TRIGGER t AFTER INSERT ON file BEGIN DELETE FROM finding; END")
    db.close()


def _forge_nothing(book: Path) -> None:
    """All is as the sender built it, of sources that are no longer these."""


def _forge_journals(book: Path) -> None:
    """SQLite would play one of these back into the database beside it."""
    (book / "search.db-journal").hardlink_to(book / "book.db")
    (book / "book.db-wal").write_bytes(b"x")
    (book / "book.db-shm").mkdir()


_FORGERIES = [_forge_index_page, _forge_trigger, _forge_journals, _forge_nothing]


@pytest.mark.parametrize("forge", _FORGERIES)
def test_what_a_shipped_book_says_does_not_show(
    root: Path, book: Path, forge: Callable[[Path], None]
) -> None:
    forge(book)
    (root / "pkg/a.py").write_text("def other(): return 1\n")
    make_book(root, book)
    forged = book_bytes(book)
    assert not list(book.glob("*.db-*"))
    shutil.rmtree(book)
    make_book(root, book)
    assert forged == book_bytes(book)


def _build_as(root: Path, book: Path, env: dict[str, str]) -> bool:
    """Whether what was remembered there was believed."""
    facts = book / "cache/facts"
    before = facts.read_bytes() if facts.exists() else b""
    done = run("build", root, "-o", book, cwd=root.parent, env=env)
    assert done.returncode == 0, done.stderr
    is_believed = b"made elsewhere" not in done.stderr
    assert (facts.read_bytes() == before) == is_believed
    return is_believed


def test_a_cache_is_believed_by_who_wrote_it_where_it_was_written(
    root: Path, tmp_path: Path
) -> None:
    ours, theirs = {"XDG_STATE_HOME": str(tmp_path / "1")}, {"XDG_STATE_HOME": str(tmp_path / "2")}
    book = tmp_path / "book"
    make_book(root, book)
    assert not _build_as(root, book, ours)
    assert _build_as(root, book, ours)
    assert not _build_as(root, book, theirs)
    shutil.copytree(book, tmp_path / "copy")
    assert not _build_as(root, tmp_path / "copy", theirs)
    shutil.copytree(root, tmp_path / "another")
    assert not _build_as(tmp_path / "another", book, theirs)


def test_a_key_that_is_handed_over_is_believed_anywhere(root: Path, tmp_path: Path) -> None:
    key, other = ({"REPOBOOK_KEY": f"{word} secret of CI"} for word in ("the", "another"))
    make_book(root, tmp_path / "book")
    assert not _build_as(root, tmp_path / "book", key)
    shutil.copytree(tmp_path / "book", tmp_path / "carried")
    assert _build_as(root, tmp_path / "carried", key)
    assert not _build_as(root, tmp_path / "carried", other)


def test_a_book_that_git_tracks_is_never_an_input(root: Path, tmp_path: Path) -> None:
    """Even with the user's own key: whoever sends a commit has seen the book and its cache."""
    key = {"REPOBOOK_KEY": "one key for all of this"}
    assert run("build", cwd=root, env=key).returncode == 0
    for command in ("init", "add --force .", "-c user.name=x -c user.email=x commit -m x"):
        subprocess.run(["git", *command.split()], cwd=root, check=True, capture_output=True)
    for _ in range(2):
        done = run("build", cwd=root, env=key)
        assert done.returncode == 0, done.stderr
        assert b"git tracks root.book: nothing of it is reused" in done.stderr
        assert b"(2 files read)" in done.stderr


def test_a_key_that_can_be_guessed_is_refused(root: Path) -> None:
    done = run("build", cwd=root, env={"REPOBOOK_KEY": "secret"})
    assert done.returncode == 2
    assert b"at least 16 characters" in done.stderr


def test_the_secret_is_the_users_alone(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    env = {"XDG_STATE_HOME": str(state)}
    assert run("build", cwd=root, env=env).returncode == 0
    secret = state / "repobook/key"
    assert secret.stat().st_mode & 0o777 == 0o600
    first = secret.read_bytes()
    assert run("build", cwd=root, env=env).returncode == 0
    assert secret.read_bytes() == first
    secret.chmod(0o644)  # others may have read it
    assert b"made elsewhere" in run("build", cwd=root, env=env).stderr
    assert secret.read_bytes() != first


@pytest.mark.parametrize("state", ["/proc/nowhere", "/dev/null/x"])
def test_a_build_without_room_for_a_secret_works_and_says_so(root: Path, state: str) -> None:
    for _ in range(2):
        done = run("build", cwd=root, env={"XDG_STATE_HOME": state})
        assert done.returncode == 0, done.stderr
        assert b"no key can be kept" in done.stderr


def test_what_is_published_does_not_depend_on_the_key(root: Path, tmp_path: Path) -> None:
    for n in range(2):
        env = {"XDG_STATE_HOME": str(tmp_path / f"state{n}")}
        assert run("build", root, "-o", tmp_path / str(n), cwd=tmp_path, env=env).returncode == 0
    assert_same_book(tmp_path / "0", tmp_path / "1")


def test_a_forged_memory_removes_nothing_outside(root: Path, book: Path, victim: Path) -> None:
    """The sender's own key makes a memory that says what it likes."""
    forged = (
        "import sys, pathlib\n"
        "from repobook.index.publish.book_folder import open_book_folder\n"
        "from repobook.index.publish.page_memory import *\n"
        "from repobook.index.publish.pages import MadePages, PageEntry\n"
        "book, source, victim = sys.argv[1:]\n"
        "with open_book_folder(pathlib.Path(book), 'folder ' + source, source) as folder:\n"
        "    made = MadePages((PageEntry(victim, '0' * 64, 0, 0),))\n"
        "    pages = {'file gone.py': published(made, lambda name: True)}\n"
        "    stamps = with_moved({}, {victim: (9, 9)}, ())\n"
        "    save_pages(folder, NO_PAGES, pages, stamps)\n"
    )
    away = os.path.relpath(victim / "file", book)
    env = environment({"XDG_STATE_HOME": str(victim)})
    subprocess.run([sys.executable, "-c", forged, book, root, away], env=env, check=True)
    make_book(root, book)
    assert (victim / "file").read_text() == "precious\n"


def test_huge_empty_files_in_the_place_of_a_cache_cost_nothing(root: Path, book: Path) -> None:
    for name in ("facts", "pages", "seen", "history"):
        with open(book / "cache" / name, "ab") as file:
            file.truncate(8 << 30)
    make_book(root, book)
    assert (book / "cache/facts").stat().st_size < 1 << 20


def test_what_a_book_remembers_in_no_shape_of_ours_is_forgotten(root: Path) -> None:
    env = {"REPOBOOK_KEY": "a key that is long enough"}
    assert run("build", cwd=root, env=env).returncode == 0
    book = root / "root.book"
    key = BookKey(hashlib.blake2b(env["REPOBOOK_KEY"].encode(), digest_size=32).digest())
    for data in (b"\xc1", b"\x93\x01\x02\x03", b"\x80", b"\xdd\xff\xff\xff\xff"):
        for name in ("pages", "seen", "history"):
            (book / "cache" / name).write_bytes(authenticated(data, key, name))
        done = run("build", cwd=root, env=env)
        assert done.returncode == 0, done.stderr
