"""HTML: headings, ids, links, with and without template tags."""

from repobook.languages import parse

TEXT = b"""<!DOCTYPE html>
<title>The &amp; page</title>
<!-- TODO: style <h1>no</h1> -->
<link rel=stylesheet href="a.css"><script src='b.js'>"<h1>no</h1>"</script>
<h1 id="top">Big <em>one</em></h1>
<h2>Small</h2>
<a href="c.html#x" title="a > b">c</a> <a href="#top">up</a>
<img src="data:x"> <img src="d.png">
<h1>Next</h1>
"""


def test_headings_and_ids_nest_by_level() -> None:
    facts = parse("HTML", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("heading", "Big one", 5, 8),
        ("block", "Big one.top", 5, 5),
        ("heading", "Big one.Small", 6, 8),
        ("heading", "Next", 9, 9),
    ]
    assert facts.doc == "The & page"
    assert [n.line for n in facts.notes] == [3]


def test_links() -> None:
    assert [(i.module, i.line) for i in parse("HTML", TEXT).imports] == [
        ("a.css", 4),
        ("b.js", 4),
        ("c.html#x", 7),
        ("d.png", 8),
    ]


def test_template_tags_are_read_in_the_order_of_the_text() -> None:
    text = (
        b'{% extends "b.html" %}\n{% block x %}\n<p id="p"><a href="{{ url }}">\n{% endblock %}\n'
    )
    facts = parse("HTML", text)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("block", "x", 2, 4),
        ("block", "p", 3, 3),
    ]
    assert [(i.form, i.module) for i in facts.imports] == [("extends", "b.html")]
