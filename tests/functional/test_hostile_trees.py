"""Trees that want to hurt, through the whole command: built, accounted for, nothing executed."""

import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.verify.verify import verify
from tests.fakes.books import (
    assert_accounted,
    assert_same_book,
    files,
    make_book,
    polyglot,
    rows,
    run,
)
from tests.fakes.trees import make_repository, write_tree

ESC = "\x1b"


def _build(root: Path, *options: str, cwd: Path | None = None) -> Path:
    """Twice, by the command; what it prints steers no terminal."""
    book = root.parent / "book"
    for _ in range(2):
        done = run("build", root, "-o", book, *options, cwd=cwd or root.parent)
        assert done.returncode == 0, done.stderr
        printed = done.stdout + done.stderr
        assert b"Traceback" not in printed
        assert not set(printed) & {*range(10), *range(11, 32), 127}, printed
    assert_accounted(book)
    return book


def test_links_and_special_files_are_listed_with_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tree(tmp_path / "root", {"a.py": "x = 1\n", "d/": ""})
    (tmp_path / "secret.py").write_text("SECRET = 1\n")
    targets = ["../secret.py", "/", "..", "loop", "/etc/passwd", "a.py", "gone", "x\n\x1b[2J", "d"]
    for n, target in enumerate(targets):
        (root / ("loop" if target == "loop" else f"link{n}")).symlink_to(target)
    os.mkfifo(root / "pipe.py")
    monkeypatch.chdir(root)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")
    found = files(_build(root))
    assert found["a.py"] == ""
    assert found["pipe.py"] == "named pipe"
    assert found["socket.py"] == "socket"
    assert found["loop"] == "symlink to loop"
    assert found["link0"] == "symlink to ../secret.py (outside the repository)"
    assert len(found) == len(targets) + 3
    symbols = rows(tmp_path / "book", "symbols")
    assert [symbol[0] for symbol in symbols] == ["a.py::x"]


NAMES = [
    *(f"{ESC}[31mred.py", f"{ESC}]0;title\x07.py", "new\nline.py", "tab\there.py", "cr\r", "-rf"),
    *("<img src=x onerror=alert(1)>.md", "a|b.py", "`tick`.py", "quote\"'.py", "back\\slash.py"),
    *("--help", "$(touch x).py", "\u202egnp.py", "zero\u200bwidth.py", "x" * 251 + ".py", " "),
    *("index.md", "a.py_docs.md", "CON", "A.py", "a.py", "\x7f", "a\x9b31m.py", "~", "*", "?"),
]


def test_names_of_all_sorts(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", dict.fromkeys(NAMES, "def f(): pass\n"))
    raw = [b"\xff.py", b"\xed\xa0\x80.py", b"caf\xe9.md", "e\u0301.py".encode(), "é.py".encode()]
    for name in raw:
        (root / os.fsdecode(name)).write_text("def f(): pass\n")
    found = files(_build(root))
    assert set(NAMES) < set(found)
    assert len(found) == len(NAMES) + len(raw)
    assert "\\xff.py" in found


def test_names_that_read_the_same_are_both_there(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"\\xff.py": "a = 1\n"})
    (root / os.fsdecode(b"\xff.py")).write_text("b = 1\n")
    assert len(files(_build(root))) == 2


def test_messages_about_hostile_names_are_one_line_each(tmp_path: Path) -> None:
    """A folder's name must not be able to write lines of its own into the report."""
    name = f"x\nrepobook: all is well{ESC}[2J"
    root = write_tree(tmp_path / "root", {f"{name}/.gitignore": "a\n" * 600_000, "ok.py": ""})
    (root / "link").symlink_to("y\nrepobook: all is well")
    done = run("build", root, "-o", tmp_path / "book", cwd=tmp_path)
    assert done.returncode == 0
    assert b"larger than 1 MiB" in done.stderr
    assert not [line for line in done.stderr.split(b"\n") if line.startswith(b"repobook: all")]
    assert ESC.encode() not in done.stderr


def test_repository_with_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    root = polyglot(tmp_path / os.fsdecode(b"r\xff"))
    done = run("build", root, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert_accounted(tmp_path / "r\\xff.book")
    done = run("build", ".", cwd=root)
    assert done.returncode == 0, done.stderr


def test_patterns_that_are_not_utf8(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    done = run("build", "root", "--exclude", b"*\xff", "--include", b"*.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A tree deeper than Python's own tools can remove, and a path longer than a system takes."""
    root = write_tree(tmp_path / "root", {"ok.py": "x = 1\n"})
    fd = os.open(root, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d" * 8, dir_fd=fd)
        below = os.open("d" * 8, os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = below
    os.close(os.open("deep.py", os.O_CREAT | os.O_WRONLY, dir_fd=fd))
    os.close(fd)
    yield root
    subprocess.run(["rm", "-rf", root], check=True)


def test_deep_folders(deep: Path) -> None:
    found = files(_build(deep))
    assert len(found) == 2
    assert max(map(len, found)) > 10_000
    assert verify(deep.with_name("book"), None, 1).problems == ()


def test_book_inside_the_tree_is_not_read(tmp_path: Path) -> None:
    root = polyglot(tmp_path / "root")
    make_book(root, tmp_path / "outside")
    for arguments in ([], ["-o", "docs/the book"]):
        for _ in range(2):
            done = run("build", *arguments, cwd=root)
            assert done.returncode == 0, done.stderr
    assert files(root / "root.book") == files(root / "docs/the book")
    assert files(root / "root.book") == files(tmp_path / "outside")
    assert {path for path, _ in rows(root / "docs/the book", "skipped")} == {
        "docs/the book/",
        "root.book/",
        "x.log",
    }


def test_half_built_book_inside_the_tree_is_not_read(tmp_path: Path) -> None:
    root = polyglot(tmp_path / "root")
    assert run("build", cwd=root).returncode == 0
    (root / "root.book/book.db").unlink()
    make_book(root, tmp_path / "book")
    assert files(tmp_path / "book").keys() == files_of(root)


def files_of(root: Path) -> set[str]:
    found = {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()}
    return {p for p in found if not p.startswith("root.book/") and not p.endswith(".log")}


LINKED = ["book.db", "manifest.json", ".lock", "cache", "cache/facts", "cache/seen"]


@pytest.mark.parametrize("name", [*LINKED, "book.db.new", "manifest.json.new", "cache/seen.new"])
def test_book_brought_along_by_a_repository_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    root = polyglot(tmp_path / "root")
    assert run("build", cwd=root).returncode == 0
    victim = write_tree(tmp_path / "victim", {"file": "precious\n"})
    link = root / "root.book" / name
    if link.is_dir():
        link.rename(tmp_path / "aside")
    link.unlink(missing_ok=True)
    link.symlink_to(victim if name == "cache" else victim / "file")
    done = run("build", cwd=root)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") <= 2
    assert [p.name for p in victim.iterdir()] == ["file"]
    assert (victim / "file").read_text() == "precious\n"


@pytest.mark.parametrize("name", ["manifest.json", ".lock", "cache/facts", "cache/seen", "book.db"])
def test_pipe_in_a_book_does_not_block(tmp_path: Path, name: str) -> None:
    root = polyglot(tmp_path / "root")
    assert run("build", cwd=root).returncode == 0
    (root / "root.book" / name).unlink()
    os.mkfifo(root / "root.book" / name)
    assert run("build", cwd=root).returncode == 2
    (root / "manifest.json").unlink(missing_ok=True)
    os.mkfifo(root / "manifest.json")
    assert run("build", "-o", tmp_path / "other", cwd=root).returncode == 0


MODULES = ["socket", "selectors", "multiprocessing", "signal", "threading", "tempfile", "ctypes"]
MODULES += [
    "repobook",
    "tree_sitter",
    "msgspec",
    "random",
    "sitecustomize",
    "json",
    "apsw",
    "click",
]


def test_modules_of_the_repository_are_never_imported(tmp_path: Path) -> None:
    """Not even when the command runs in its folder."""
    mark = tmp_path / "CANARY"
    bait = f"open({str(mark)!r}, 'a').write(__name__)\n"
    root = write_tree(tmp_path / "root", {f"{name}.py": bait for name in MODULES})
    write_tree(root, {f"{name}/__init__.py": bait for name in ("encodings", "rich", "pathspec")})
    for _ in range(2):
        done = run("build", "--jobs", "2", cwd=root)
        assert done.returncode == 0, done.stderr
    assert not mark.exists(), mark.read_text()


def test_git_configuration_runs_nothing_on_build_and_rebuild(tmp_path: Path) -> None:
    from tests.scan.test_git_safety import bait_in, poison

    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, {"a.py": "x = 1\n", ".gitattributes": "* filter=evil diff=evil\n"})
    poison(root / ".git", bait)
    (root / "a.py").write_text("x = 2\n")
    for arguments in (["."], [".", "--rev", "HEAD", "-o", "../git.book"], [".git", "-o", "../x"]):
        for _ in range(2):
            done = run("build", *arguments, cwd=root)
            assert done.returncode == 0, done.stderr
            assert not mark.exists()


@pytest.mark.parametrize(
    "spoil",
    ["HEAD", "objects", "refs", "config", "everything"],
)
def test_broken_git_directory_costs_the_history_and_no_file(tmp_path: Path, spoil: str) -> None:
    root = tmp_path / "root"
    make_repository(root, {"a.py": "x = 1\n"})
    for path in sorted((root / ".git").rglob("*")):
        if path.is_file() and (spoil == "everything" or spoil in path.parts):
            path.chmod(0o644)
            path.write_bytes(b"\xff\x00\x1b[31m")
    assert files(_build(root)) == {"a.py": ""}


def test_git_file_that_points_elsewhere(tmp_path: Path) -> None:
    make_repository(tmp_path / "other", {"secret.py": "x = 1\n"})
    root = write_tree(tmp_path / "root", {"a.py": "y = 1\n", ".git": "gitdir: ../other/.git\n"})
    assert files(_build(root)) == {"a.py": ""}


@pytest.mark.parametrize(
    "rev", ["-h", "--output=x", "../../x", "", "\x1b[31m", "HEAD:a.py", "a..b"]
)
def test_odd_revisions(tmp_path: Path, rev: str) -> None:
    make_repository(tmp_path / "root", {"a.py": "x = 1\n"})
    done = run("build", "root", f"--rev={rev}", cwd=tmp_path)
    assert done.returncode == (0 if rev == "" else 2)
    assert ESC.encode() not in done.stderr
    assert b"Traceback" not in done.stderr
    assert not (tmp_path / "x").exists()


TEXTS = {
    "invalid.py": b"def f(): return '\xff\xfe\xc3'\n",
    "utf16.py": "def f(): pass\n".encode("utf-16"),
    "utf32.py": "def f(): pass\n".encode("utf-32"),
    "utf16-no-bom.py": "def f(): pass\n".encode("utf-16-le"),
    "nul-at-the-end.py": b"def f(): pass\n" + b"#" * 9000 + b"\0",
    "cookie.py": b"# coding: zlib\ndef f(): pass\n",
    "unknown.py": b"# -*- coding: nosuch -*-\ndef \xe9f(): pass\n",
    "cr.py": b"def f():\r    pass\rdef g(): pass\r",
    "mixed.py": b"def f(): pass\r\ndef g(): pass\ndef h(): pass\r",
    "separators.py": "x = '\u2028\u2029\x85\x0c\x1c'\ndef f(): pass\n".encode(),
    "bidi.py": "def f(): pass  # \u202e\u2066 TODO: \U000e0041\n".encode(),
    "surrogate.json": b'{"\\ud800": {"\\udfff": 1}}\n',
    "surrogate.yaml": b'"\\ud800": "\\udfff"\n',
    "surrogate.toml": b'"\\ud800" = 1\n',
    "surrogate.js": b"export const x = {'\\ud800': 1};\n",
    "surrogate.py": b"def f(x='\\ud800'): '''\\ud800'''\n",
    "esc.md": b"# \x1b[31mred\n\n\x1b]0;title\x07\n",
}


def test_texts_of_all_sorts(tmp_path: Path) -> None:
    book = _build(write_tree(tmp_path / "root", TEXTS))
    listed = {path: reason for path, reason in files(book).items() if reason}
    assert listed == {"utf16-no-bom.py": "binary file"}
    lines = {(row[1], row[2]): row[5] for row in rows(book, "symbols")}
    assert lines["cr.py", "g"] == 3
    assert lines["mixed.py", "h"] == 3
    assert lines["separators.py", "f"] == 2


def test_bombs_of_size(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"ok.py": "x = 1\n"})
    (root / "table.c").write_bytes(b"int t[] = {\n" + b"0x12345678, " * 1_700_000 + b"};\n")
    with (root / "sparse.py").open("wb") as sparse:
        sparse.truncate(8 << 30)
    (root / "line.js").write_bytes(b"if(a)b=c;" * (1 << 19))
    (root / "words.txt").write_bytes(b"word " * (1 << 20))
    (root / "newlines.md").write_bytes(b"\n" * 1_000_000)
    (root / "many.py").write_bytes(b"".join(b"def f%d(): pass\n" % n for n in range(40_000)))
    (root / "many.h").write_bytes(b"".join(b"#define M%d %d\n" % (n, n) for n in range(20_000)))
    book = tmp_path / "book"
    make_book(root, book, n_jobs=2)
    assert_accounted(book)
    listed = {path: reason for path, reason in files(book).items() if reason}
    assert listed == {"table.c": "larger than 8 MiB", "sparse.py": "larger than 8 MiB"}
    names = [symbol[2] for symbol in rows(book, "symbols") if symbol[1] == "many.py"]
    assert len(names) == 40_000


def test_size_limit_can_be_set(tmp_path: Path) -> None:
    write_tree(tmp_path / "root", {"a.py": "x = 1\n", "b.py": "x = 1\n" * 10})
    assert run("build", "root", "--max-file-size", "10", cwd=tmp_path).returncode == 0
    assert files(tmp_path / "root.book") == {"a.py": "", "b.py": "larger than 10 bytes"}


def test_tree_that_changes_while_it_is_read(tmp_path: Path) -> None:
    """A file gone or replaced between listing and reading is listed with the reason."""
    from repobook.scan.sources import folder

    root, book = polyglot(tmp_path / "root"), tmp_path / "book"
    listed = folder.FolderSource.list

    def then_change(source: folder.FolderSource) -> object:
        listing = listed(source)
        (root / "src/a.py").unlink()
        (root / "src/b.c").unlink()
        (root / "src/b.c").symlink_to("/etc/passwd")
        (root / "src/c.js").unlink()
        os.mkfifo(root / "src/c.js")
        return listing

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(folder.FolderSource, "list", then_change)
        make_book(root, book)
    found = files(book)
    assert found["src/a.py"] == "unreadable: it vanished while it was being read"
    assert found["src/b.c"] == "unreadable: it became a symlink while it was being read"
    assert found["src/c.js"] == "no longer a regular file"
    assert_accounted(book)
    make_book(root, book)
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")
