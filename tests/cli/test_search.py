"""What a user sees of ``search``."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.ask.test_search import TREE
from tests.fakes.books import command, environment, make_book, run
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import write_tree


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search")
    make_book(write_tree(folder / "root", TREE), folder / "root.book")
    return folder


def test_lines_begin_with_a_place_and_totals_go_to_stderr(place: Path) -> None:
    done = run("search", "pour_water", "--book", "root.book", "-n", "1", cwd=place)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "lib/pool.py:11  function pour_water(pool)"
    assert lines[1] == ""
    assert lines[2].startswith("lib/pool.py:")
    assert "    11  def pour_water(pool):" in lines
    assert b"6 files searched, 0 with parse problems" in done.stderr
    assert b"\x1b" not in done.stdout


def test_other_spellings_are_told_with_the_best(place: Path) -> None:
    done = run("search", "pool", "size", "--book", "root.book", "-n", "1", cwd=place)
    first = done.stdout.decode().splitlines()[0]
    assert first.startswith("lib/deep/pool.c:3  function poolSize(void)")
    assert first.endswith("  (and 1 more with that name or spelt pool_size)")


def test_scores_are_explained_part_by_part(place: Path) -> None:
    done = run("search", "pour_water", "--explain", "--book", "root.book", cwd=place)
    assert " = exact name 100.00" in done.stdout.decode()


def test_a_question_is_answered_above_the_hits(place: Path) -> None:
    done = run("search", "who", "calls", "pour_water", "--book", "root.book", cwd=place)
    assert done.stdout.decode().splitlines()[:3] == [
        "lib/pool.py:11  function pour_water",
        "  1 call in 1 file",
        "  lib/use.py:5  call in go  exact",
    ]


def test_json_has_the_envelope_of_every_command(place: Path) -> None:
    done = run("search", "pool", "-n", "1", "--json", "--book", "root.book", cwd=place)
    told = json.loads(done.stdout)
    assert (told["command"], told["truncated"]) == ("search", True)
    assert {"path", "line", "kind", "name", "score", "parts", "lines"} <= set(
        told["data"]["hits"][0]
    )


def test_nothing_found_exits_1(place: Path) -> None:
    done = run("search", "zebra_crossing", "--book", "root.book", cwd=place)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"nothing found (6 files searched" in done.stderr


def test_a_dash_reads_one_query_a_line_and_answers_each(place: Path) -> None:
    queries = b"pour_water\n\n\xff\xfe \x1b[31m\nzebra_crossing\r\n" + b"x" * (1 << 21) + b"\npool"
    done = subprocess.run(
        command("search", "-", "--book", "root.book", "--kind", "symbols"),
        cwd=place,
        env=environment(),
        input=queries,
        capture_output=True,
        timeout=SECONDS_OF_A_HANG,
        check=True,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == 6
    assert told[0]["data"]["hits"][0]["name"] == "pour_water"
    assert told[3]["data"]["query"] == "zebra_crossing"
    assert done.stdout.isascii()


def test_a_book_without_a_search_index_says_what_to_do(place: Path) -> None:
    other = place / "other.book"
    make_book(write_tree(place / "other", {"a.py": "x = 1\n"}), other)
    (other / "search.db").unlink()
    done = run("search", "x", "--book", "other.book", cwd=place)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"repobook build" in done.stderr
