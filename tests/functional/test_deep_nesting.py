"""Inputs that kill parsers, under the extension of every language that is read by a grammar."""

import functools
import random
from pathlib import Path

import pytest

from repobook.parse import is_known
from repobook.scan.languages import tables
from repobook.service import pipeline
from repobook.service.workers import Limits, WorkerPool
from tests.fakes.books import assert_accounted, files, make_book, rows
from tests.fakes.trees import write_tree

N = 100_000
BOMBS: dict[str, bytes] = {
    "parens": b"(" * N,
    "closed_parens": b"x = " + b"(" * N + b")" * N + b"\n",
    "braces": b"{" * N,
    "minus": b"x = " + b"-" * 10_000 + b"1\n",
    "quotes": b">" * 300 + b"\n",
    "deep_quotes": b"> " * 20_000 + b"x\n",
    "comments": b"(*" * 40_000,
    "nested_comments": b"/*" * 40_000,
    "lists": b"".join(b" " * n + b"- a:\n" for n in range(700)),
    "json": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "dotted": b"a" + b".a" * 50_000 + b" = 1\n",
    "generics": b"A<" * 50_000,
    "ternaries": b"a ? " * 50_000,
    "ifs": b"if (a) " * 50_000,
    "elifs": b"#if A\n" * 20_000,
    "templates": b"`${" * 30_000,
    "strings": b'"""' + b"{" * 50_000,
    "anchors": b"a: &a [1]\n" + b"b: *a\n" * 20_000,
    "tags": b"<a>" * 50_000,
    "indents": b"".join(b" " * n + b"if x:\n" for n in range(1000)),
    "emphasis": b"*a **b " * 20_000,
    "links": b"[a](" * 20_000,
    "backticks": b"".join(b"`" * n + b" " for n in range(600)),
    "continued": b"a \\\n" * 20_000,
    "random": random.Random(7).randbytes(20_000).replace(b"\0", b"\1"),
}


@functools.cache
def extensions() -> list[str]:
    """One extension or file name for every language with a module of its own."""
    known: dict[str, str] = {}
    for ending, language in sorted(tables().extensions.items()):
        if is_known(language):
            known.setdefault(language, ending)
    for name, language in sorted(tables().filenames.items()):
        if is_known(language):
            known.setdefault(language, name)
    return sorted(known.values())


def _path(bomb: str, ending: str) -> str:
    return f"{bomb}{ending}" if ending.startswith(".") else f"{bomb}/{ending}"


@pytest.mark.parametrize("part", range(8))
def test_no_bomb_harms_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    limits = Limits(seconds_per_mebibyte=0.25)
    monkeypatch.setattr(pipeline, "WorkerPool", functools.partial(WorkerPool, limits=limits))
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, {f"ok{n}.py": f"def f{n}(): pass\n" for n in range(20)})
    for bomb, content in BOMBS.items():
        write_tree(root, {_path(bomb, ending): content for ending in extensions()[part::8]})
    make_book(root, book, n_jobs=2)
    assert_accounted(book)
    assert sum(1 for path, *_ in rows(book, "symbols") if path.startswith("ok")) == 20
    reasons = {path: reason for path, reason in files(book).items() if reason}
    assert set(reasons.values()) <= {
        "parser died: crashed (SIGSEGV)",
        "parser died: crashed (SIGABRT)",
        "parser died: took too long",
    }, reasons
    lines = {row[0]: row[4] for row in rows(book, "files")}
    assert all(lines[path] for path in reasons), "a file that kills a parser keeps its lines"


def test_every_language_is_among_them() -> None:
    assert len(extensions()) > 10
    assert ".py" in extensions()
