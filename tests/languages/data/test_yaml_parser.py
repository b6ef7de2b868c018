"""YAML: keys, where their values end, and what only looks like a key."""

import pytest

from repobook.languages import parse
from repobook.model.facts import FileFacts


def read(text: str) -> FileFacts:
    return parse("YAML", text.encode())


def keys(text: str) -> list[tuple[str, int, int]]:
    return [(d.qualname, d.line, d.end_line) for d in read(text).definitions]


def names(text: str) -> list[str]:
    return [d.qualname for d in read(text).definitions]


def test_keys_nest_by_indentation() -> None:
    text = "a:\n  b: 1\n\n  c:\n    d: x\ne: 2\n"
    assert keys(text) == [("a", 1, 5), ("a.b", 2, 2), ("a.c", 4, 5), ("a.c.d", 5, 5), ("e", 6, 6)]


def test_items_are_told_by_their_name() -> None:
    text = "steps:\n- name: Check out\n  uses: ./.github/x.yml\n- run: make\nlast: 1\n"
    assert keys(text) == [
        ("steps", 1, 4),
        ("steps.Check out", 2, 3),
        ("steps.Check out.name", 2, 2),
        ("steps.Check out.uses", 3, 3),
        ("steps.run", 4, 4),
        ("last", 5, 5),
    ]
    assert [(i.module, i.form, i.line) for i in read(text).imports] == [
        ("./.github/x.yml", "uses", 3)
    ]


def test_an_item_named_by_a_signature_has_the_name_of_the_function() -> None:
    text = "- func: send(Message self) -> int\n  when:\n    idle: send_later\n"
    assert keys(text) == [
        ("send", 1, 3),
        ("send.func", 1, 1),
        ("send.when", 2, 3),
        ("send.when.idle", 3, 3),
    ]
    assert read(text).definitions[0].signature == "func: send(Message self) -> int"


@pytest.mark.parametrize(
    "text",
    [
        "a: |\n  no: 1\n\n  # no: 2\nb: 1\n",
        "a: >-  # folded\n    no: 1\n  no: 2\nb: 1\n",
        "a: some\n  text: no\nb: 1\n",
        'a: "x: y\n  no: 1"\nb: 1\n',
        "a: 'it''s: no\n no: 1'\nb: 1\n",
        "a: http://x.org:80/y#z\nb: 1\n",
        "a: &anchor !!str text\nb: 1\n",
        "a:\n  long text\n  over lines: no\nb: *anchor\n",
        "# no: 1\na: 1 # no: 2\nb: 1\n",
        "%YAML 1.2\n---\na: 1\n...\n---\nb: 1\n",
        "? a\n: 1\nb: 1\n",
        "a: 1\r\nb: 1\r\n",
    ],
)
def test_scalars_hold_no_keys(text: str) -> None:
    assert [name for name in names(text) if name != "a"] == ["b"]


def test_flow_collections_hold_keys_over_lines() -> None:
    text = "a: {b: 1, \"c\":[{id: x,\n  d: {e: 'f: g'}}],\n}\nh: [i, j]\n"
    assert keys(text) == [
        ("a", 1, 3),
        ("a.b", 1, 1),
        ("a.c", 1, 2),
        ("a.c.x", 1, 2),
        ("a.c.x.id", 1, 1),
        ("a.c.x.d", 2, 2),
        ("a.c.x.d.e", 2, 2),
        ("h", 4, 4),
    ]


def test_quoted_and_anchored_keys() -> None:
    assert names("\"a b\": 1\n'c: d': 2\n&x e: 3\n<<: *x\n") == ["a b", "c: d", "e", "<<"]


def test_a_bracket_that_is_never_closed_costs_only_its_value() -> None:
    facts = read("a:\n  b: [1, 2\n  c: 3\nd: 4\n")
    assert [d.qualname for d in facts.definitions] == ["a", "a.b", "a.c", "d"]
    assert [(d.line, d.message) for d in facts.diagnostics] == [(2, "bracket is never closed")]


def test_comments_document_the_key_below() -> None:
    facts = read("# The file.\n\n# How many.\n# TODO: fewer\ncount: 1  # trailing\n")
    assert facts.doc == "The file."
    assert facts.definitions[0].doc == "How many.\nTODO: fewer"
    assert [(n.line, n.text) for n in facts.notes] == [(4, "fewer")]
    assert [t.text for t in facts.texts][-1] == "trailing"
