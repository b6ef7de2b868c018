"""TOML: tables and keys, in every way that a path can be written."""

from repobook.languages import parse
from repobook.model.facts import FileFacts


def read(text: str) -> FileFacts:
    return parse("TOML", text.encode())


def keys(text: str) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in read(text).definitions]


def test_tables_hold_their_keys() -> None:
    text = (
        'top = 1\n\n[tool.ruff]\nselect = [\n  "E", # errors\n  "F",\n]\n'
        "[tool.ruff.lint]\nx.y = 2\n"
    )
    assert keys(text) == [
        ("key", "top", 1, 1),
        ("section", "tool.ruff", 3, 7),
        ("key", "tool.ruff.select", 4, 7),
        ("section", "tool.ruff.lint", 8, 9),
        ("key", "tool.ruff.lint.x.y", 9, 9),
    ]


def test_tables_of_an_array_are_told_by_their_name() -> None:
    text = '[[package]]\nversion = "1"\nname = "serde"\n\n[[bin]]\npath = "x.rs"\n'
    assert [qualname for _, qualname, _, _ in keys(text)] == [
        "package.serde",
        "package.serde.version",
        "package.serde.name",
        "bin",
        "bin.path",
    ]


def test_inline_tables_hold_keys() -> None:
    text = 'a = { b = 1, c = { "d.e" = "x = 1" } }\nf = [{ name = "g" }]\n'
    assert [qualname for _, qualname, _, _ in keys(text)] == [
        "a",
        "a.b",
        "a.c",
        "a.c.d.e",
        "f",
        "f.g",
        "f.g.name",
    ]


def test_strings_hold_no_keys() -> None:
    text = (
        'a = """\n[no]\nno = 1 \\""" no = 2\n"""\n'
        "b = '''\nno = \"x\n'''\n"
        'c = "no = \\" [" # no = 3\n'
    )
    assert [(q, line, end) for _, q, line, end in keys(text)] == [
        ("a", 1, 4),
        ("b", 5, 7),
        ("c", 8, 8),
    ]


def test_comments_document_what_is_below() -> None:
    facts = read("# The tool.\n[tool]\n# TODO: drop\nx = 1\n")
    assert [(d.name, d.doc) for d in facts.definitions] == [
        ("tool", "The tool."),
        ("x", "TODO: drop"),
    ]
    assert [n.line for n in facts.notes] == [3]


def test_what_is_not_understood_is_told_and_passed() -> None:
    facts = read("[tool\n= 1\nok = 1\n")
    assert [d.name for d in facts.definitions] == ["ok"]
    assert [d.line for d in facts.diagnostics] == [1, 2]
