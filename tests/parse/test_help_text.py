"""What a program tells its users, as what its file is for."""

import pytest

from repobook.languages import parse


@pytest.mark.parametrize(
    ("language", "text", "sentence"),
    [
        (
            "Rust",
            'use a;\n\nstatic USAGE: &\'static str = "\nCuts the columns\nof a table. Fast.\n";\n',
            ("Cuts the columns of a table.", 4, 5),
        ),
        (
            "Python",
            "import argparse\n\np = argparse.ArgumentParser(\n"
            '    prog=1, description="Paint all fences of a garden"\n)\n',
            ("Paint all fences of a garden", 4, 4),
        ),
        (
            "Go",
            'package c\n\nvar c = &cobra.Command{\n\tUse: "a",\n\tShort: "lists open tills",\n}\n',
            ("lists open tills", 5, 5),
        ),
        (
            "JavaScript",
            "module.exports = { meta: { docs: {"
            "\n  description: 'disallow empty baskets here',\n}}}\n",
            ("disallow empty baskets here", 2, 2),
        ),
        (
            "Roff",
            ".TH TILL 1\n.SH NAME\ntill \\- count the coins of a day\n.SH USE\n",
            ("count the coins of a day", 3, 3),
        ),
        ("Go", 'package c\n\nvar c = A{Short: "till"}\n', ("", 0, 0)),
        (
            "Python",
            '"""Sells nails at night alone."""\nUSAGE = "Sells things by day."\n',
            ("Sells nails at night alone.", 1, 1),
        ),
    ],
)
def test_help_is_what_a_file_without_words_is_for(
    language: str, text: str, sentence: tuple[str, int, int]
) -> None:
    assert parse(language, text.encode()).summary == sentence
