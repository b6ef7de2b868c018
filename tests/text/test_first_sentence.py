"""A text, and the sentence of it that tells what a file is for."""

import pytest

from repobook.text.documents.first_sentence import MAX_CHARACTERS, own_words, summary


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Base optimizer.", "Base optimizer."),
        ("Adds two\nnumbers. Quickly.", "Adds two numbers."),
        ("Copyright (c) 2020 X\nLicensed to you.\n\nReads tables.", "Reads tables."),
        ("The LLVM Compiler Infrastructure\n\nLicense: x\n\nHolds rows.", "Holds rows."),
        ('Owner(s): ["oncall: jit"]', ""),
        ("Owner(s): me\nTests of the parser", "Tests of the parser"),
        ("clang-format off\n\nCopies rows, e.g. of a view. More.", "Copies rows, e.g. of a view."),
        ("[![badge](x)](y)\n\nA small tool", "A small tool"),
        ("Note: read this first. Now.", "Note: read this first."),
        ("The file (note: read it) is small", "The file (note: read it) is small"),
        ("It has two parts:\nthis\nthat", "It has two parts:"),
        (":orphan:\n\n:mod:`a` packs things. More.", ":mod:`a` packs things."),
        ("=====\n\n", ""),
        ("A BSD licensed, small\nline editor.", "A BSD licensed, small line editor."),
        ("Licensed under MIT terms.\n\nSorts rows.", "Sorts rows."),
        ("Under the MIT license.\n\nSorts rows.", "Sorts rows."),
        ("[!IMPORTANT]\nNeeds Go 1.23.\n\nSorts rows.", "Sorts rows."),
        ("x", ""),
        ("global DateTimeShortcuts, SelectFilter", ""),
        ("Global exceptions, warnings", "Global exceptions, warnings"),
        ("global state of the grid", "global state of the grid"),
        ("#\tsourceMappingURL=source_map.css.map", ""),
        ("LOGIN FORM", ""),
        ("SELECTOR (FILTER INTERFACE)\n\nRows to choose from.", "Rows to choose from."),
        ("HTTP server", "HTTP server"),
        ("Ann B. Smith <ann@example.org>\n\nSorts rows.", "Sorts rows."),
        ("Ann Smith\nann@example.org\n\nSorts rows.", "Sorts rows."),
        ("Please send bug reports to Ann (ann at example).\n\nSorts rows.", "Sorts rows."),
        ("Reports bugs to the server.", "Reports bugs to the server."),
        ("import { a } from './a';\nSorts rows.", "Sorts rows."),
        ("import rows from a table", "import rows from a table"),
        ("Mails user@example.org when done.", "Mails user@example.org when done."),
        ("a.h\nWritten by Ann Smith and given to all.", ""),
        ("Reads what was written by others.", "Reads what was written by others."),
        ("crc.c -- checks a stream\nCopyright (C) Ann\nSee zlib.h", "crc.c -- checks a stream"),
        ("a.h - tables of\nsmall codes\nMade by b.c", "a.h - tables of small codes"),
        ("Ann Smith    ann@example.org\n\nSorts rows.", "Sorts rows."),
        ("You can contact the author at :\n- home\n\nSorts rows.", "Sorts rows."),
        ('IWYU pragma: private, include "a.h"\n\nSorts rows.', "Sorts rows."),
        ("This file has code adapted from Go\nhttps://go.dev/lex.go\n\nSorts rows.", "Sorts rows."),
        ("Because a handler is called.\n\nSorts rows.", "Sorts rows."),
        ("`f` gives back v1.2 of it. Then", "`f` gives back v1.2 of it."),
    ],
)
def test_first_sentence_that_tells_something(text: str, sentence: str) -> None:
    assert summary(text).text == sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ""),
        ('Owner(s): ["module: nn"]', ""),
        ('Owner(s): ["module: nn"]\nTests of layers.', "Tests of layers."),
        (
            "Copyright (c) Someone.\n\nHolds trees.\n  Deep.\n\nLicence: MIT",
            "Holds trees.\n  Deep.",
        ),
        ("Parts are under BSD3 terms.\n\nHolds trees.\n\n- and more", "Holds trees.\n\n- and more"),
    ],
)
def test_own_words_begin_with_the_sentence_and_leave_law_out(text: str, words: str) -> None:
    assert own_words(text) == words


def test_pieces_lie_on_the_lines_of_the_text() -> None:
    assert summary("  Adds two\n  numbers. Quickly.").pieces == ("Adds two", "numbers.")


def test_a_cut_shows() -> None:
    found = summary("word " * 200)
    assert found.text.endswith("word …")
    assert len(found.text) <= MAX_CHARACTERS + 2


def test_endless_text_gives_nothing_or_a_cut() -> None:
    assert summary("a" * 1_000_000).text == ""
    assert summary("\n" * 1_000_000).text == ""


def test_a_block_of_code_is_no_sentence() -> None:
    assert summary("```\nuse box::Box;\nuse shop::{Row, Cell};\n```").text == ""
