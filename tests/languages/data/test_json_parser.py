"""JSON: keys with their lines, with comments or without, whole or broken."""

from repobook.languages import parse
from repobook.model.facts import FileFacts
from repobook.parse.scanners import data_keys as keys_module


def read(text: str, language: str = "JSON") -> FileFacts:
    return parse(language, text.encode())


def keys(text: str) -> list[tuple[str, int, int, int]]:
    return [(d.qualname, d.line, d.end_line, d.column) for d in read(text).definitions]


def test_keys_with_path_lines_and_columns() -> None:
    text = '{\n  "a": {"b": [1, 2],\n    "c": "x"\n  },\n  "d": null\n}\n'
    assert keys(text) == [
        ("a", 2, 4, 2),
        ("a.b", 2, 2, 8),
        ("a.c", 3, 3, 4),
        ("d", 5, 5, 2),
    ]


def test_items_are_told_by_their_name_wherever_it_stands() -> None:
    text = '{"list": [{"size": 1, "name": "first"}, {"size": 2}]}'
    assert [d.qualname for d in read(text).definitions] == [
        "list",
        "list.first",
        "list.first.size",
        "list.first.name",
        "list.size",
    ]


def test_strings_hold_no_structure() -> None:
    assert [d.name for d in read(r'{"a\"b": "{\"x\": [", "c\u0041": "\\"}').definitions] == [
        'a"b',
        "cA",
    ]


def test_comments_document_the_key_below() -> None:
    facts = read('// Settings.\n{\n  // TODO: raise\n  "max": 1, /* no "key": 2 */\n}\n')
    assert facts.doc == "Settings."
    assert [(d.name, d.doc) for d in facts.definitions] == [("max", "TODO: raise")]
    assert [(n.line, n.text) for n in facts.notes] == [(3, "raise")]
    assert read("{}", "JSON with Comments").diagnostics == ()


def test_broken_json_still_tells_its_keys() -> None:
    facts = read('{"a": [1, {"b": "open\n, "c": 2\n')
    assert [d.qualname for d in facts.definitions] == ["a", "a.b", "a.c"]
    assert [d.message for d in facts.diagnostics] == ["3 brackets without a partner"]


def test_links_to_other_files() -> None:
    facts = read('{"extends": "./base.json", "x": {"$ref": "#/definitions/y"}}')
    assert [(i.module, i.form) for i in facts.imports] == [
        ("./base.json", "extends"),
        ("#/definitions/y", "$ref"),
    ]


def test_a_huge_file_keeps_its_upper_levels_and_says_so() -> None:
    n = keys_module._MAX_KEYS
    facts = read('{"a": {' + ", ".join(f'"k{i}": {{"v": 1}}' for i in range(n - 1)) + "}}")
    assert len(facts.definitions) == n
    (diagnostic,) = facts.diagnostics
    assert (
        diagnostic.message == f"{2 * n - 1} keys: those nested deeper than 2 are left out ({n - 1})"
    )


def test_a_short_list_is_shown() -> None:
    code = b'{"a": ["x",\n "y"], "b": [[1]], "c": {"d": []}}'
    found = {d.qualname: d.signature for d in parse("JSON", code).definitions}
    assert found == {"a": '"a": ["x", "y"]', "b": "", "c": "", "c.d": ""}
