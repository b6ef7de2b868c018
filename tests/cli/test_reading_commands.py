"""What a user sees of ``show``, ``status``, ``doctor`` and ``bench``."""

import json
import shutil
from pathlib import Path

import apsw
import pytest

from tests.fakes.books import environment, make_book, polyglot, run
from tests.fakes.trees import write_tree


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a repository and its book."""
    polyglot(tmp_path / "root")
    make_book(tmp_path / "root", tmp_path / "root.book")
    return tmp_path


def test_show_prints_path_and_line_first(place: Path) -> None:
    done = run("show", "A.f", "--book", "root.book", cwd=place)
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "src/a.py:7"
    assert lines[1] == "method A.f, lines 7-7"


def test_show_finds_the_book_beside_the_repository(place: Path) -> None:
    done = run("show", "src/a.py", cwd=place / "root" / "src")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"src/a.py:1\n")


def test_show_without_a_match_exits_1_and_says_what_was_covered(place: Path) -> None:
    done = run("show", "nothing_like_it", "--book", "root.book", cwd=place)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"13 files searched" in done.stderr


def test_refs_tells_uses_and_what_was_covered(place: Path) -> None:
    (place / "root/src/uses.py").write_text("from a import A\n\n\ndef g():\n    return A().f()\n")
    make_book(place / "root", place / "root.book")
    done = run("refs", "A", "--book", "root.book", cwd=place)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "src/a.py:4  class A"
    assert lines[1] == "2 uses in 1 file: 1 call, 1 import"
    assert "src/uses.py:5  call    in g  exact" in lines
    assert done.stderr == b"covered: 0 files with parse problems; 0 dynamic sites that may use it\n"


def test_refs_of_a_method_says_that_what_it_overrides_may_be_called(place: Path) -> None:
    (place / "root/src/sub.py").write_text(
        "from a import A\n\n\nclass Sub(A):\n    def f(self):\n        return 1\n"
    )
    make_book(place / "root", place / "root.book")
    done = run("refs", "src/sub.py::Sub.f", "--book", "root.book", cwd=place)
    lines = done.stdout.decode().splitlines()
    assert lines[1] == "no use found; callers may call the method that it overrides"
    assert "overrides: 1" in lines


def test_deps_tells_edges_with_their_lines(place: Path) -> None:
    (place / "root/src/uses.py").write_text("\n\nfrom a import A\n")
    make_book(place / "root", place / "root.book")
    done = run("deps", "uses.py", "--book", "root.book", cwd=place)
    assert done.returncode == 0, done.stderr
    assert b"depends on 1 file\n  src/a.py  import  1 place  exact  line 3\n" in done.stdout


def test_deps_without_a_way_exits_1(place: Path) -> None:
    done = run("deps", "a.py", "--to", "b.c", "--book", "root.book", cwd=place)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"no dependency path from src/a.py to src/b.c (1 file searched)" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "command", "key"),
    [
        (["show", "A"], "show", "symbol"),
        (["show", "src"], "show", "folders"),
        (["show", "zzz"], "show", "close"),
        (["refs", "A"], "refs", "n_places"),
        (["refs", "A.f", "--out"], "refs", "uses"),
        (["refs", "zzz"], "refs", "close"),
        (["deps", "a.py"], "deps", "into"),
        (["deps", "a.py", "--to", "b.c"], "deps", "steps"),
        (["status"], "status", "languages"),
    ],
)
def test_json_comes_in_the_versioned_envelope(
    place: Path, arguments: list[str], command: str, key: str
) -> None:
    book = ["root.book"] if command == "status" else ["--book", "root.book"]
    envelope = json.loads(run(*arguments, *book, "--json", cwd=place).stdout)
    assert list(envelope) == ["schema", "commit", "command", "data", "truncated", "next"]
    assert (envelope["schema"], envelope["command"]) == (1, command)
    assert key in envelope["data"]


def test_status_tells_account_languages_and_reasons(place: Path) -> None:
    text = run("status", "root.book", cwd=place).stdout.decode()
    assert "account: 11 documented + 2 listed = 13 files" in text
    assert "binary file" in text
    assert "x.log" in text  # what the ignore file left out, with its rule


def test_a_definition_shows_where_it_is_declared_and_what_is_said_there(tmp_path: Path) -> None:
    tree = {
        "a.h": "/** Adds an event. */\nint add(int event);\n",
        "a.c": '#include "a.h"\nint add(int event) { return event; }\n',
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    lines = run("show", "add", "--book", "book", cwd=tmp_path).stdout.decode().splitlines()
    assert lines[0] == "a.c:2"
    assert "  also a.h:2  int add(int event)" in lines
    assert "  | Adds an event." in lines


def test_a_file_is_shown_without_its_licence(tmp_path: Path) -> None:
    licence = (
        "// Copyright 2013 The Authors. All rights reserved.\n// Use is governed by a license.\n"
    )
    tree = {"a.go": f"{licence}\npackage a\n\nfunc F() {{}}\n"}
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    text = run("show", "a.go", "--book", "book", cwd=tmp_path).stdout.decode()
    assert text.startswith("a.go:1\nGo · source · 6 lines")
    assert "Copyright" not in text
    assert "role: Go file" not in text


def test_names_can_neither_steer_the_terminal_nor_forge_lines(tmp_path: Path) -> None:
    name = "a\x1b[2J\nforged:1\u202e.py"
    write_tree(tmp_path / "root", {name: "def f():\n    pass\n", "sub/b.py": "def f():\n  pass\n"})
    make_book(tmp_path / "root", tmp_path / "book")
    for arguments in (["show", "f"], ["show", "."], ["show", f"{name}::f"], ["show", name]):
        done = run(*arguments, "--book", "book", cwd=tmp_path)
        assert b"\x1b" not in done.stdout + done.stderr
        assert "\u202e" not in done.stdout.decode()
        assert not [line for line in done.stdout.splitlines() if line.startswith(b"forged")]
    assert b"\nforged" not in run("status", "book", "--all", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("version", "message"), [(99, b"made by a newer repobook"), (0, b"made by an older repobook")]
)
def test_a_book_of_another_schema_is_refused(place: Path, version: int, message: bytes) -> None:
    db = apsw.Connection(str(place / "root.book" / "book.db"))
    db.execute(f"PRAGMA user_version = {version}")
    db.close()
    for arguments in (["show", "A", "--book", "root.book"], ["status", "root.book"]):
        done = run(*arguments, cwd=place)
        assert (done.returncode, done.stdout) == (2, b"")
        assert message in done.stderr


def test_a_damaged_index_is_refused_in_one_line(place: Path) -> None:
    (place / "root.book" / "book.db").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    done = run("show", "A", "--book", "root.book", cwd=place)
    assert done.returncode == 2
    assert b"damaged" in done.stderr
    assert b"Traceback" not in done.stderr


def test_doctor_tries_everything_and_finds_it_fine(tmp_path: Path) -> None:
    done = run("doctor", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    checks = {c["subject"]: c for c in json.loads(done.stdout)["data"]["checks"]}
    assert all(check["fine"] for check in checks.values())
    assert checks["workers"]["finding"] == "a dying parser costs one file"


def test_doctor_says_which_language_is_broken(tmp_path: Path) -> None:
    folder = tmp_path / "shadow" / "tree_sitter_go"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("raise ImportError('no such wheel')\n")
    where = {"PYTHONPATH": f"{tmp_path / 'shadow'}:{environment()['PYTHONPATH']}"}
    done = run("doctor", cwd=tmp_path, env=where)
    assert done.returncode == 1
    assert b"WRONG  language Go: ImportError: no such wheel" in done.stdout


def test_bench_compares_with_raw_parse_in_one_run(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    done = run("bench", "root", "--whole", "--jobs", "1", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)["data"]
    (whole,) = data["shares"]
    assert whole["share"] == 1.0
    assert whole["raw"]["n_files"] == 4  # those with a grammar
    edits = {(one["edit"], one["language"]): one["path"] for one in data["edits"]}
    assert {"src/b.c", "src/c.js", "src/d.go"} & set(edits.values())
    assert ("README changed", "") in edits
    assert all(one["run"]["seconds"] > 0 for one in data["edits"])
    assert set(data["phases"]) == {
        *("list files", "recall", "read files", "lint", "resolve", "understand", "write index"),
        *("make pages", "publish"),
    }
    assert not list(tmp_path.glob("*.book")), "the measured copy leaves nothing behind"
    assert shutil.which("git") is None or not (tmp_path / "root" / ".git").exists()
