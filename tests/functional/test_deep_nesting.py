"""Inputs that kill parsers, under the extension of every language that is read by a grammar."""

import functools
import random
from pathlib import Path

import pytest

from repobook.build.read import parser_deaths
from repobook.languages import is_known
from repobook.scan.classify.languages import language_of, tables
from repobook.workers.pool import Limits
from tests.fakes.books import assert_accounted, files, make_book, rows
from tests.fakes.trees import write_tree

N = 50_000
BOMBS: dict[str, bytes] = {
    "parens": b"(" * N,
    "closed_parens": b"x = " + b"(" * N + b")" * N + b"\n",
    "brackets": b"[" * N,
    "braces": b"{" * N,
    "minus": b"x = " + b"-" * 10_000 + b"1\n",
    "quotes": b">" * 300 + b"\n",
    "comments": b"(*" * 40_000,
    "lists": b"".join(b" " * n + b"- a:\n" for n in range(700)),
    "json": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "generics": b"A<" * 50_000,
    "indents": b"".join(b" " * n + b"if x:\n" for n in range(1000)),
}
# Where a grammar takes time by the square of such a thing, its start already shows a crash.
M = 1500
SMALLER: dict[str, bytes] = {
    "calls": b"f(" * M,
    "nots": b"not " * M,
    "deep_quotes": b"> " * M + b"x\n",
    "nested_comments": b"/*" * M,
    "markdown_lists": b"- " * M + b"x\n",
    "json_lists": b"[" * M + b"]" * M,
    "toml_tables": b"[" + b"a." * M + b"a]\nx = " + b"[" * M,
    "yaml_flows": b"a: " + b"{a: [" * M,
    "dotted": b"a" + b".a" * M + b" = 1\n",
    "ternaries": b"a ? " * M,
    "ifs": b"if (a) " * M,
    "elifs": b"#if A\n" * M,
    "templates": b"`${" * M,
    "strings": b'"""' + b"{" * M,
    "anchors": b"a: &a [1]\n" + b"b: *a\n" * M,
    "tags": b"<a>" * M,
    "emphasis": b"*a **b " * M,
    "links": b"[a](" * M,
    "backticks": b"".join(b"`" * n + b" " for n in range(60)),
    "headings": b"# a\n" * M,
    "continued": b"a \\\n" * M,
    "random": random.Random(7).randbytes(5000).replace(b"\0", b"\1"),
    "random_text": bytes(random.Random(8).choices(range(32, 127), k=5000)),
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
    limits = Limits(0.25, 0.25)
    monkeypatch.setattr(parser_deaths, "FIRST_TRY", limits)
    monkeypatch.setattr(parser_deaths, "SECOND_TRY", limits)
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, {f"ok{n}.py": f"def f{n}(): pass\n" for n in range(20)})
    for bomb, content in [*BOMBS.items(), *SMALLER.items()]:
        write_tree(root, {_path(bomb, ending): content for ending in extensions()[part::8]})
    make_book(root, book, n_jobs=2)
    assert_accounted(book)
    assert sum(path.startswith("ok") for _, path, *_ in rows(book, "symbols")) == 20
    reasons = {path: reason for path, reason in files(book).items() if reason}
    assert set(reasons.values()) <= DEATHS, reasons
    lines = {row[0]: row[4] for row in rows(book, "files")}
    assert all(lines[path] for path in reasons), "a file that kills a parser keeps its lines"


DEATHS = {
    "parser died: crashed (SIGSEGV)",
    "parser died: crashed (SIGABRT)",
    "parser died: took too long",
    parser_deaths.GAVE_UP,
}


def test_every_language_is_among_them() -> None:
    languages = {language_of(_path("x", ending), b"") for ending in extensions()}
    assert {"Python", "C", "C++", "JavaScript", "Markdown", "YAML", "JSON", "TOML"} <= languages
    assert all(map(is_known, languages))
