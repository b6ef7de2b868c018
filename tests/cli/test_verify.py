"""What a user sees of ``verify``."""

import json
import re
from pathlib import Path

import pytest

from tests.fakes.books import run
from tests.fakes.small_books import make_small_book, n_outputs


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_small_book(tmp_path / "repo", tmp_path / "repo.book")
    return tmp_path


def test_counts_are_printed(place: Path) -> None:
    done = run("verify", "repo.book", "--quiet", cwd=place)
    counts, verdict = done.stdout.decode().splitlines()
    n_pages = n_outputs(place / "repo.book")
    told = rf"{n_pages} pages, \d+ links, \d+ citations, 4 documented \+ 1 listed = 5 files"
    assert re.fullmatch(told, counts)
    assert verdict == "no problems found"
    assert done.stderr.decode() == f"citations checked against {place / 'repo'}\n"
    assert done.returncode == 0


def test_what_is_wrong_is_listed_without_steering_the_terminal(place: Path) -> None:
    (place / "repo" / "\x1b[31m.txt").write_text("x")
    done = run("verify", "repo.book", "--repo", "repo", "--quiet", cwd=place)
    first, *_, last = done.stdout.decode().splitlines()
    assert first == "file: \\x1b[31m.txt: is in the tree but not in the book"
    assert last == "1 problem: 1 × file"
    assert done.returncode == 1


def test_a_long_list_is_cut_with_its_total(place: Path) -> None:
    for n in range(30):
        (place / "repo" / f"{n}.txt").write_text("x")
    done = run("verify", "repo.book", cwd=place)
    assert b"and 10 more; --all lists them" in done.stdout
    done = run("verify", "repo.book", "--json", cwd=place)
    answer = json.loads(done.stdout)
    assert answer["truncated"] is True
    assert (answer["data"]["n_problems"], len(answer["data"]["problems"])) == (30, 20)
    assert done.stdout.isascii()
