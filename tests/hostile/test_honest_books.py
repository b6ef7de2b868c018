"""A book that was just made is proved, whatever its repository holds."""

import json
import random
import tracemalloc
from collections.abc import Mapping
from pathlib import Path

import pytest

from repobook.languages import is_known
from repobook.render.html.html_reader import read_html
from repobook.scan.classify.languages import language_of, tables
from repobook.verify.cited_texts import Problem
from repobook.verify.verify import verify
from tests.fakes.books import make_book
from tests.fakes.hostile_files import SAMPLES, hostile_files
from tests.fakes.trees import write_tree

_SEEDS = range(1010, 1014)


def _problems(place: Path, files: Mapping[str, str | bytes]) -> tuple[Problem, ...]:
    make_book(write_tree(place / "repo", files), place / "repo.book")
    return verify(place / "repo.book", None, 1).problems


def _notebook(said: str) -> str:
    cell = {"cell_type": "markdown", "metadata": {}, "source": said.splitlines(keepends=True)}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


HONEST: dict[str, Mapping[str, str | bytes]] = {
    "a line separator in a heading of a notebook": {"a.ipynb": _notebook("# \u2028Title here\n")},
    "a line separator in words of a notebook": {
        "a.ipynb": _notebook("# Title\n\nSome words of it\u2028.\n")
    },
    "more lines in a notebook than in its file": {
        "a.ipynb": _notebook("Words of\nTODO: say more of distinguished cells\n")
    },
    "controls beside words": {"a.sh": "#!/bin/sh\n# \x0cWords of i\x1ct.\nset -e\n"},
    "marks inside words": {"a.md": "# T\n\nWords of [cells]`(a.b) and `code`, <http://x.y>.\n"},
    "half a link": {"a.rst": "Words of :func:`f` and `a link <a.md>\\…wo\n----\u3000----!\n"},
    "random bytes": {
        f"{seed}{ending}": random.Random(seed).randbytes(300).replace(b"\0", b"")
        for seed in range(20)
        for ending in (".md", ".rst")
    },
    "escapes in a name": {"package.json": '{"scripts": {"t\\test": "\\ud83d\\ude00\\"\\\\"}}'},
    "a cut inside of what looks like a code": {
        "a.tsx": "export\x0c(p:" + "y" * 99 + "\\x0b(</\n"
    },
    "a name that is cut": {"Dockerfile": f"FROM {'x' * 300} AS {'x' * 300}\n"},
    "an emoji in a name on two lines": {"Makefile": "a\\\n😀: b\n\techo 😀\n"},
}  # fmt: skip


@pytest.mark.parametrize("what", HONEST)
def test_a_book_is_proved(tmp_path: Path, what: str) -> None:
    assert _problems(tmp_path, HONEST[what]) == ()


def test_every_language_that_is_read_has_a_sample() -> None:
    named = {*tables().extensions.values(), *tables().filenames.values()}
    sampled = {language_of(path, sample.encode()) for path, sample in SAMPLES.items()}
    assert {language for language in named if is_known(language)} <= sampled


def test_books_of_broken_files_in_every_language_are_proved(tmp_path: Path) -> None:
    files = {f"{n}/{path}": data for n in _SEEDS for path, data in hostile_files(n)}
    assert _problems(tmp_path, files) == ()


def test_millions_of_lines_are_read_back_in_little_memory() -> None:
    page = "<div class=lines ><ol>" + "<li>" * 100_000
    tracemalloc.start()
    try:
        read = read_html(page)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (len(read.lines), read.is_in_order) == (100_000, True)
    assert peak < 50 * len(read.lines)
