"""Whatever bytes a file has: languages read in structure never raise, and never take long.

Each unit is repeated to tens of thousands of bytes, and must cost no more than its length.
"""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.languages import parse
from repobook.model.facts import FileFacts
from tests.fakes.growth import assert_linear

LANGUAGES = [
    "CSS",
    "Dockerfile",
    "Gradle",
    "HTML",
    "INI",
    "JSON",
    "JSON with Comments",
    "Jinja",
    "Jupyter Notebook",
    "Makefile",
    "Markdown",
    "Protocol Buffer",
    "SQL",
    "TOML",
    "YAML",
    "reStructuredText",
]
SIZE = 60_000

# Openers without closers, nesting, and what made other parsers quadratic.
UNITS = [
    '{"a":',
    "[{",
    "[",
    "((",
    "{a: ",
    "- ",
    "? ",
    "'",
    '"\\"',
    '"a".',
    "a.a",
    "{%",
    "{{ {% block a %}",
    "$a1$ $",
    "$(a ",
    "url(",
    "a{b",
    "/*",
    "<a '",
    '<a "',
    "<!--",
    "<h1>",
    "message a {",
    "case begin ",
    "`a``",
    "][a](",
    ":a:`",
    ".. a::\n ",
    "a:\n",
    "\\\n",
    " \n",
    "\u00e9",
]
MARKDOWN_UNITS = [
    "*a **a ",
    "a**",
    "*a_ ",
    "[a",
    "a]",
    "*a",
    "_a",
    "[",
    "![[]()",
    "![](",
    "[ (](",
    "`a``",
    "> ",
    "* a\n",
    "<!--",
    "<?",
    "<!A ",
    "[a]: u\n",
    "a\n=\n",
    "~~~\n",
]
PIECES = st.sampled_from(
    [*UNITS, *MARKDOWN_UNITS, "\n", "\r\n", "\r", "    ", "\t", "---\n", "| ", "= 1"]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


def check(facts: FileFacts) -> None:
    """What holds of every file: parents before children, lines within the file, order."""
    for n, definition in enumerate(facts.definitions):
        assert -1 <= definition.parent < n
        assert 1 <= definition.line <= definition.end_line <= max(1, facts.n_lines)
    lines = [block.line for block in facts.texts]
    assert lines == sorted(lines)
    assert all(1 <= found.line <= max(1, facts.n_lines) for found in facts.imports)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60)
@given(text=TEXTS)
def test_any_text_has_facts(language: str, text: str) -> None:
    content = text.encode("utf-8", "replace")
    facts = parse(language, content)
    assert facts.n_lines == len(content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").splitlines())
    check(facts)
    assert parse(language, content) == facts


@pytest.mark.parametrize("language", LANGUAGES)
def test_reading_is_linear(language: str) -> None:
    for unit in MARKDOWN_UNITS if language == "Markdown" else UNITS:
        assert_linear(partial(parse, language), partial(_repeated, unit), SIZE)


def _repeated(unit: str, n_characters: int) -> bytes:
    return (unit * (n_characters // len(unit))).encode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_line_of_five_megabytes(language: str) -> None:
    facts = parse(language, b"a" * 2_500_000 + b" = " + b"b" * 2_500_000)
    assert facts.n_lines == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("JSON", '{"a":' * 100_000 + "1" + "}" * 100_000),
        ("YAML", "{a: " * 100_000 + "1" + "}" * 100_000),
        ("YAML", "- " * 100_000 + "a: 1"),
        ("TOML", "a = " + "{ b = " * 100_000 + "1" + "}" * 100_000),
        ("Protocol Buffer", "message a {" * 100_000 + "}" * 100_000),
        ("CSS", "a{" * 100_000 + "}" * 100_000),
        ("Jinja", "{% block a %}" * 100_000),
        ("Gradle", "a {" * 100_000 + "}" * 100_000),
    ],
)
def test_deep_nesting_is_cut_and_reported(language: str, text: str) -> None:
    facts = parse(language, text.encode())
    check(facts)
    assert 0 < len(facts.definitions) < 100
    assert any("deeper than" in diagnostic.message for diagnostic in facts.diagnostics) or (
        language == "YAML" and len(facts.definitions) == 1
    )
