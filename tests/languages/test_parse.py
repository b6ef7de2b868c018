"""What holds for every language: nothing raises, nothing hangs, the same bytes give the same facts.

Languages are found, not listed, so that a new one is covered by being there.
"""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from repobook.languages import all_languages, is_known, parse, parse_without_grammar
from repobook.model.facts import Diagnostic, FileFacts
from repobook.model.kinds import LSP_KIND_BY_KIND
from repobook.text.decode import decode
from repobook.text.naming.slugs import slug
from tests.fakes.growth import assert_linear
from tests.languages.isolation import SLOW_FACTS, digest, digests, endings

LANGUAGES = sorted(all_languages())

POLYGLOT = """\
#!/usr/bin/env thing
# A header: TODO(me): write it.
/* block */ // line
@decorator
export class Foo(Base) extends Bar { int x = 1; fn f(a: T) -> U { g(a.b.c) } }
def f(a, b): return x.y(z)
    if (a < b) { for (;;) { call(1, "two", 'three'); } }
[section]
key = "value" # note
- item: {a: [1, 2], b: *alias}
## Heading ##
`code` <tag attr="1">text</tag> [link](target.md) ![image](i.png)
```python
import os
```
FROM image AS stage
target: dep
\t$(CC) -o $@
SELECT a, b FROM t WHERE c = 'd';
{% block b %}{{ value }}{% endblock %}
message M { string s = 1; }
"""

NESTING = [
    *"([{>`*#-",
    *["/*", "<a>", "if(", "a(", "{a:", "- ", "a?b:", "$(", "{%if a%}", "namespace a{", "#if a\n"],
    *["a:\n ", "a.", "a+b(", "a\n", "#a\n", "a=b\n"],
]
OPENERS = [
    *NESTING,
    *["<", "_", '"', "'", "~", "|", "!", "&", "(*", "((", "[[", "{{", "a[", "> ", "f(function(){"],
    *["!(", "a=>", "${", "template<", '"""', "lambda:", "def f():\n", "class A{", "<!--", "\\"],
]


@pytest.mark.parametrize(
    ("language", "text", "doc"),
    [
        ("Rust", "// Cuts grids.\n\nuse a;\n", "Cuts grids."),
        ("Rust", "#![cfg(unix)] // No threads elsewhere.\n\nuse a;\n", ""),
        ("Rust", "/// A grid.\npub struct Grid;\n", ""),
        ("C", "// Cuts grids.\n#define GRID 1\n", "Cuts grids."),
        ("C", "/* Cuts a grid. */\nint cut(void) { return 1; }\n", ""),
        ("C", "/* Cuts grids. */\n\n/* Cuts one. */\nint cut(void) { return 1; }\n", "Cuts grids."),
        ("Python", "import os  # for paths\n", ""),
    ],
)
def test_a_comment_beside_code_or_above_a_definition_is_not_the_files(
    language: str, text: str, doc: str
) -> None:
    assert parse(language, text.encode()).doc == doc


def test_there_are_languages_to_test() -> None:
    assert "python" in LANGUAGES
    assert all(slug(language) == language for language in LANGUAGES)
    assert all(is_known(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("language", "module"),
    [("C++", "cpp"), ("C#", "csharp"), ("Objective-C++", "objective_cpp"), ("Python", "python")],
)
def test_a_language_is_read_by_the_module_of_its_slug(language: str, module: str) -> None:
    assert slug(language) == module


def test_an_unknown_language_gives_lines_and_notes() -> None:
    facts = parse("No Such Language", b"one\nTODO: two\nthree")
    assert facts.n_lines == 3
    assert [(note.line, note.text) for note in facts.notes] == [(2, "two")]
    assert facts == parse_without_grammar(decode(b"one\nTODO: two\nthree"))
    assert not is_known("")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("content", [b"", b"\n", b" ", b"\0", b"\xff", b"\xef\xbb\xbf", b"\r"])
def test_next_to_nothing_gives_next_to_nothing(language: str, content: bytes) -> None:
    facts = parse(language, content)
    assert facts.n_lines <= 1
    assert not facts.definitions


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=40, derandomize=True)
@given(st.binary(max_size=600) | st.text(max_size=300).map(str.encode))
@example(POLYGLOT.encode())
@example(POLYGLOT.encode("utf-16"))
@example(POLYGLOT.encode()[200:] + b"\xff\0")
def test_no_bytes_make_it_raise_or_differ(language: str, content: bytes) -> None:
    facts = parse(language, content)
    assert facts == parse(language, content)
    _assert_sound(facts)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=40, derandomize=True)
@given(st.lists(st.sampled_from([*POLYGLOT.split(), "\n", "\n    ", " ", *OPENERS]), max_size=80))
def test_no_text_of_familiar_pieces_makes_it_raise(language: str, pieces: list[str]) -> None:
    _assert_sound(parse(language, " ".join(pieces).encode()))


def _assert_sound(facts: FileFacts) -> None:
    """Lines lie in the file, parents come before children, texts can be written as UTF-8."""
    last = max(facts.n_lines, 1)
    for n, definition in enumerate(facts.definitions):
        assert definition.kind in LSP_KIND_BY_KIND
        assert definition.name
        assert 1 <= definition.line <= definition.end_line <= last
        assert -1 <= definition.parent < n
    for reference in facts.references:
        assert reference.positions == tuple(sorted(set(reference.positions)))
    assert all(1 <= text.line <= text.end_line <= last for text in facts.texts)
    assert all(1 <= found.line <= last for found in facts.imports)
    assert all(1 <= note.line <= last for note in facts.notes)
    repr(facts).encode("utf-8")


def test_the_hash_seed_does_not_show() -> None:
    inputs = [(language, POLYGLOT) for language in LANGUAGES]
    expected = [digest(*item) for item in inputs]
    assert digests(inputs, hash_seed=1) == expected
    assert digests(inputs, hash_seed=4242) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_deep_nesting_raises_nothing_and_costs_little_more_than_its_grammar(language: str) -> None:
    inputs = [(opener, 10_000 // len(opener)) for opener in NESTING]
    ended = dict(zip(NESTING, endings(language, inputs), strict=True))
    # A grammar that dies or dawdles takes one worker with it, which a build survives.
    assert not [opener for opener, status in ended.items() if status == SLOW_FACTS]
    assert not [opener for opener, status in ended.items() if status > 255]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\r\r\rdef f(): pass\r", 4),
        (b"\r\n\r\ndef f(): pass\r\n", 3),
        (b"a\rb\r\nc\nd\n\r\ndef f(): pass", 6),
        ("# \u2028\u2029\x85\n'''\x0c\x0b\x1c\x1d\x1e'''\ndef f(): pass\n".encode(), 3),
        (b"\x0c\ndef f(): pass\n", 2),
    ],
)
def test_line_numbers_equal_those_of_an_editor(content: bytes, line: int) -> None:
    (definition,) = [d for d in parse("Python", content).definitions if d.kind == "function"]
    assert definition.line == line


def test_utf16_gives_the_facts_of_utf8() -> None:
    text = "# é\ndef f(): pass\n"
    assert parse("Python", text.encode("utf-16")) == parse("Python", text.encode())


def test_undecodable_bytes_are_told_and_the_rest_is_read() -> None:
    facts = parse("Python", b"# \xff\xfe\ndef f(): pass\n\0")
    assert facts.diagnostics[0] == Diagnostic(1, "not valid utf-8; undecodable bytes were replaced")
    assert [d.name for d in facts.definitions] == ["f"]


def test_what_is_missed_at_the_end_is_missed_in_the_last_line() -> None:
    facts = parse("Shell", b"{,x-}a\n")
    assert [diagnostic.line for diagnostic in facts.diagnostics] == [1]


def test_invisible_characters_stay_data() -> None:
    facts = parse("Python", "x = 1  # a\u202eb\u200bc\U000e0041\n".encode())
    assert facts.texts[0].text == "a\u202eb\u200bc\U000e0041"


def test_a_million_lines_are_counted() -> None:
    facts = parse("Python", b"#\n" * 999_999 + b"def last(): pass")
    assert facts.n_lines == 1_000_000
    assert facts.definitions[0].line == 1_000_000


def test_a_line_of_five_megabytes_is_read() -> None:
    facts = parse("Python", b"x = '" + b"y" * 5_000_000 + b"'; z()\ndef f(): pass\n")
    assert [(d.name, d.line) for d in facts.definitions] == [("x", 1), ("f", 2)]
    assert len(facts.definitions[0].signature) <= 1000
    assert [r.name for r in facts.references] == ["z"]


def test_a_hundred_thousand_definitions_are_read_in_time() -> None:
    def read(n_definitions: int) -> None:
        facts = parse("Python", b"def f(a): return a\n" * n_definitions)
        assert len(facts.definitions) == n_definitions

    assert_linear(read, int, 100_000)


def test_definitions_inside_one_another_keep_their_parents() -> None:
    depth = 200
    text = "".join(f"{'  ' * n}class C{n}:\n" for n in range(depth)) + "  " * depth + "pass\n"
    definitions = parse("Python", text.encode()).definitions
    assert [d.parent for d in definitions] == list(range(-1, depth - 1))
    assert {d.end_line for d in definitions} == {depth + 1}


@pytest.mark.parametrize(
    ("header", "doc"),
    [
        ("# mypy: allow-untyped-defs\n", ""),
        ("#!/usr/bin/env python3\n# What it is for.\n", "What it is for."),
        ("# -*- coding: utf-8 -*-\n# flake8: noqa\n# Types of things.\n", "Types of things."),
        ("# Type checks come later.\n", "Type checks come later."),
        ('# Owner(s): ["module: nn"]\n', 'Owner(s): ["module: nn"]'),
    ],
)
def test_a_header_that_speaks_to_tools_is_no_documentation(header: str, doc: str) -> None:
    assert parse("Python", f"{header}\nx = 1\n".encode()).doc == doc
