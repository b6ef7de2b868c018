"""A file, the sentence it says of itself, and the lines where that stands."""

import pytest

from repobook.languages import parse


@pytest.mark.parametrize(
    ("language", "text", "summary"),
    [
        ("Python", b'# Owner(s): ["x"]\n"""Reads rows\nof tables. More."""\n', (2, 3)),
        ("C", b"/* Copyright (c) X\n *\n * Hash tables, small\n * and fast. */\nint a;\n", (3, 4)),
        ("Markdown", b"# Title\n\nA tool that reads.\n", (3, 3)),
        ("C", b"// stop and\n// stop and\n// go\nint a;\n", (1, 3)),
        ("Python", b"x = 1\n", (0, 0)),
        (
            "Rust",
            b"use a::b;\n\n// This tests that matches which span lines work.\nx!();\n",
            (0, 0),
        ),
        ("Yacc", b'#include <a.h>\n#include "b.h"\n#define YYMALLOC x\n', (0, 0)),
        ("C", b"// Taken from https://x.y/z with fixes applied:\n\nint a;\n", (0, 0)),
        ("C++", b"// This include is only needed by editors\n#include <a.h>\nint a;\n", (0, 0)),
        ("Markdown", b"# T\n\nSee [the *docs*](http://x.y) of\n`tool` now.\n", (3, 4)),
        ("Python", b'"""Tabs \\t and\\nbreaks."""\n', (0, 0)),
        ("Python", b'"""*/</script><script>\\u0061dd(1)// """\n"<script>add(1) "\n', (0, 0)),
    ],
)
def test_summary_has_its_lines(language: str, text: bytes, summary: tuple[int, int]) -> None:
    found = parse(language, text).summary
    assert (found.line, found.end_line) == summary
    assert bool(found.text) == bool(found.line)


LICENCE = b"/* Copyright (c) X\n * All rights reserved. */\n\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (LICENCE + b"/* Sets keep members in the order of scores. */\n#include <x.h>\n", 4),
        (LICENCE + b'#include "s.h"\n\n/* This file sends events to clients. */\n\nint a;\n', 6),
        (b"#ifndef A_H\n#define A_H\n/* Strings with a length in front. */\n\nint a;\n", 3),
        (b"/* sets.c -- sets implementation.\n *\n * Members are kept in order. */\nint a;\n", 3),
        (LICENCE + b'#include "s.h"\n\n/* Our shared objects of all kinds */\n\nint a;\n', 0),
        (
            LICENCE
            + b'#include "s.h"\n\n/*\n * Kills the server and nothing else.\n */\n\nint a;\n',
            7,
        ),
        (LICENCE + b'#include "s.h"\n\n/* Kills the server and nothing else. */\nint a;\n', 0),
        (
            LICENCE
            + b'#include "s.h"\n\n/* A thing. */\n\n/* Kills all that there is. */\n\nint a;\n',
            0,
        ),
        (LICENCE + b"/* Number of bits used for an id. */\n#define BITS 14\nint a;\n", 0),
        (LICENCE + b"/* Adds one number to the other. */\nint add(int a) { return a; }\n", 0),
    ],
)
def test_a_comment_below_the_licence_introduces_the_file(text: bytes, line: int) -> None:
    found = parse("C", text).summary
    assert found.line == line
    assert "Copyright" not in found.text


def test_a_language_without_a_grammar_has_its_opening_comment() -> None:
    found = parse("", b"rem Copies\n:: Finds the compiler and runs it.\nset x=1\n")
    assert found.summary.text == "Copies Finds the compiler and runs it."
    assert parse("", b"just words\n").summary.text == ""


LIBRARY = b"// Shop - a framework for shops.\n//\n"


@pytest.mark.parametrize(
    ("language", "text", "sentence"),
    [
        (
            "C++",
            LIBRARY + b"// This file implements ADD_TAX.\nint a;\n",
            "This file implements ADD_TAX.",
        ),
        (
            "C++",
            LICENCE
            + LIBRARY
            + b"// This file\n// defines taxes of all countries.\n\n#include <a>\n",
            "This file defines taxes of all countries.",
        ),
        (
            "C",
            LICENCE[:-4] + b"\n *\n * 2. Changed versions must be marked plainly. */\nint a;\n",
            "",
        ),
        ("TypeScript", b"/* @refresh reload */\nimport { a } from 'b'\na()\n", ""),
        (
            "JavaScript",
            b"/** @import { A, B } from 'a' */\n/** @import { C } from '#b' */\na()\n",
            "",
        ),
        (
            "C++",
            LICENCE + b"// Keeps taxes of each thread.\n// This header defines two macros:\n\n"
            b"#include <a>\n",
            "Keeps taxes of each thread.",
        ),
        ("C", LICENCE + b"#include <a>\n\n/* Our own HTTP codes */\n\nint a;\n", ""),
        ("C", LICENCE + b"/* Our own HTTP codes */\n\n#include <a>\n", ""),
        ("TypeScript", b"// NOTE: This file should not be edited\n// see https://a.b/c\na()\n", ""),
        ("", b"# a lot of this file was taken from go.kak, thanks everyone\nhook a\n", ""),
        ("Rust", b"//! # Taxes of all countries\n\nfn a() {}\n", "Taxes of all countries"),
    ],
)
def test_what_speaks_of_the_file_goes_before_what_speaks_of_something_else(
    language: str, text: bytes, sentence: str
) -> None:
    assert parse(language, text).summary.text == sentence
