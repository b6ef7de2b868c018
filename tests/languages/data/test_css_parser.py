"""CSS: selectors, custom properties, imports."""

from repobook.languages import parse

TEXT = b"""@import url("base.css") screen;
/* Colours. */
:root { --main: #fff; --img: url(data:x;base64,y); }
@media (max-width: 10px) {
  a:hover,
  .b > c[title="}"] {
    color: var(--main); background: url(../x.png)
  }
}
@font-face { src: url('f.woff') }
"""


def test_selectors_nest_in_their_rules() -> None:
    facts = parse("CSS", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("selector", ":root", 3, 3),
        ("variable", ":root.--main", 3, 3),
        ("variable", ":root.--img", 3, 3),
        ("block", "@media (max-width: 10px)", 4, 9),
        ("selector", '@media (max-width: 10px).a:hover, .b > c[title="}"]', 5, 8),
        ("block", "@font-face", 10, 10),
    ]
    assert facts.definitions[0].doc == "Colours."


def test_imports_and_uses_of_properties() -> None:
    facts = parse("CSS", TEXT)
    assert [(i.form, i.module, i.line) for i in facts.imports] == [
        ("import", "base.css", 1),
        ("link", "../x.png", 7),
        ("link", "f.woff", 10),
    ]
    assert [r.name for r in facts.references] == ["--main"]


def test_a_comment_at_the_first_rule_speaks_of_the_rule() -> None:
    about_rules = [b"/* Copy buttons */\n.a { b: c }\n", b"/* Bg */ .a {}\n/* Fg */ .b {}\n"]
    assert [parse("CSS", text).doc for text in about_rules] == ["", ""]
    assert parse("CSS", b"/* Styles of the grid. */\n\n.a { b: c }\n").doc == "Styles of the grid."
    assert parse("CSS", b"/* Nothing yet. */").doc == "Nothing yet."
