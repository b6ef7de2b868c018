"""What a user sees of ``keywords``."""

import json
from pathlib import Path

import pytest

from tests.fakes.books import make_book, run
from tests.fakes.trees import write_tree

TREE: dict[str, str | bytes] = {
    "lib/pool.py": "class MaxPool: ...\n\n\ndef max_width(): ...\n\n\ndef _max_slots(): ...\n",
    "lib/use.py": "from lib.pool import MaxPool\n\n\ndef widen():\n    return MaxPool()\n",
    "lib/100%_done.py": "def max100(): ...\n",
    "tests/test_pool.py": "def max_tested(): ...\n",
    "Max/x.py": "def other(): ...\n",
    "blob.bin": b"\0\1",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keywords")
    make_book(write_tree(folder / "root", TREE), folder / "root.book")
    return folder


def _told(place: Path, *arguments: str) -> tuple[int, dict[str, object]]:
    done = run("keywords", *arguments, "--json", "--book", "root.book", cwd=place)
    envelope = json.loads(done.stdout)
    assert envelope["command"] == "keywords"
    return done.returncode, {**envelope["data"], "truncated": envelope["truncated"]}


def _names(place: Path, prefix: str) -> list[str]:
    return [name["name"] for name in _told(place, prefix)[1]["names"]]  # type: ignore[attr-defined]


def test_a_file_has_keywords_with_scores_and_lines(place: Path) -> None:
    done = run("keywords", "pool.py", "--book", "root.book", cwd=place)
    first, *lines = done.stdout.decode().splitlines()
    assert (done.returncode, first) == (0, "lib/pool.py:1")
    assert any(line.startswith("lib/pool.py:1 ") and line.endswith("MaxPool") for line in lines)
    assert b"most distinctive first" in done.stderr


def test_a_folder_tells_what_most_of_its_files_speak_of(place: Path) -> None:
    code, told = _told(place, "lib/", "-n", "1")
    assert (code, told["path"], told["n_files"], told["truncated"]) == (0, "lib", 3, True)
    assert told["keywords"] == [
        {"keyword": "MaxPool", "kind": "class", "path": "lib/pool.py", "line": 1, "n_files": 2}
    ]


def test_nothing_asked_for_is_the_whole_repository(place: Path) -> None:
    assert _told(place)[1] == _told(place, ".")[1]
    assert _told(place)[1]["n_files"] == 5


def test_a_prefix_finds_exported_names_whatever_their_case(place: Path) -> None:
    assert _names(place, "max*") == ["max100", "max_width", "MaxPool"]
    assert _names(place, "MAX_W") == ["max_width"]


def test_a_mark_in_the_prefix_finds_private_names(place: Path) -> None:
    assert _names(place, "_max") == ["_max_slots"]


def test_a_star_makes_a_prefix_of_the_name_of_a_folder(place: Path) -> None:
    assert _told(place, "Max")[1]["path"] == "Max"
    assert _names(place, "Max*")[0] == "max100"


def test_a_name_is_told_with_its_place(place: Path) -> None:
    done = run("keywords", "maxp", "--book", "root.book", cwd=place)
    assert done.stdout == b"lib/pool.py:1  MaxPool  class\n"
    assert done.stderr == b"1 of 1 name under maxp; 6 files searched, 0 with parse problems\n"


@pytest.mark.parametrize("target", ["zzz", "%", "a_", "\\", "' OR 1", "*", "\x1b[31m", "x" * 5000])
def test_what_is_not_there_is_said_to_be_missing(place: Path, target: str) -> None:
    done = run("keywords", target, "--book", "root.book", cwd=place)
    assert b"\x1b" not in done.stdout + done.stderr
    if target != "*":
        assert (done.returncode, done.stdout) == (1, b"")
        assert b"6 files searched" in done.stderr


def test_a_file_without_keywords_exits_1(place: Path) -> None:
    assert _told(place, "blob.bin")[0] == 1
