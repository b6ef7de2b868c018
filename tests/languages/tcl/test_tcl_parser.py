"""Tcl: a snippet and the facts it holds."""

from repobook.languages import parse

TEXT = b"""# Sends commands and looks at the answers.
source helpers/util.tcl

proc send {fd args} {
    puts $fd "{ \\{ }"
}

start_server {tags {"x"}} {
    # Twice the same key.
    test {SET and GET an item} {
        r set x foobar
    } {OK}
    test "named $type" { r get x }
}
"""


def test_procedures_and_tests_end_where_their_braces_do() -> None:
    found = [(d.kind, d.name, d.line, d.end_line) for d in parse("Tcl", TEXT).definitions]
    assert found == [
        ("function", "send", 4, 6),
        ("test", "SET and GET an item", 10, 12),
        ("test", "named $type", 13, 13),
    ]


def test_comments_document_what_stands_below_and_open_the_file() -> None:
    facts = parse("Tcl", TEXT)
    assert facts.summary == ("Sends commands and looks at the answers.", 1, 1)
    assert facts.definitions[1].doc == "Twice the same key."
    assert [(one.module, one.line) for one in facts.imports] == [("helpers/util.tcl", 2)]


def test_the_line_that_names_the_interpreter_says_nothing_of_the_file() -> None:
    text = b"#!/usr/bin/env tclsh\n#\n# Finds files that were left open.\n\nputs 1\n"
    assert parse("Tcl", text).doc == "Finds files that were left open."
