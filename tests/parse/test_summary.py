"""A file, the sentence it says of itself, and the lines where that stands."""

import pytest

from repobook.parse import parse


@pytest.mark.parametrize(
    ("language", "text", "summary"),
    [
        ("Python", b'# Owner(s): ["x"]\n"""Reads rows\nof tables. More."""\n', (2, 3)),
        ("C", b"/* Copyright (c) X\n *\n * Hash tables, small\n * and fast. */\nint a;\n", (3, 4)),
        ("Markdown", b"# Title\n\nA tool that reads.\n", (3, 3)),
        ("C", b"// stop and\n// stop and\n// go\nint a;\n", (1, 3)),
        ("Python", b"x = 1\n", (0, 0)),
        ("Markdown", b"# T\n\nSee [the *docs*](http://x.y) of\n`tool` now.\n", (3, 4)),
        ("Python", b'"""Tabs \\t and\\nbreaks."""\n', (0, 0)),
        ("Python", b'"""*/</script><script>\\u0061dd(1)// """\n"<script>add(1) "\n', (0, 0)),
    ],
)
def test_summary_has_its_lines(language: str, text: bytes, summary: tuple[int, int]) -> None:
    found = parse(language, text).summary
    assert (found.line, found.end_line) == summary
    assert bool(found.text) == bool(found.line)
