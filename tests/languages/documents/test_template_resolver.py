"""Templates, style sheets and message definitions: files that take others in."""

from repobook.model.graph import DYNAMIC, EXTERNAL, UNKNOWN, Link, Unit
from repobook.resolve.edges import file_edges
from tests.fakes.units import links, links_by_name, unit

NEAREST = "nearest file of that path"


def test_templates_are_looked_up_in_the_folders_around() -> None:
    files = {
        "app/templates/blog/post.html": '{% extends "base.html" %}{% include "gone.html" %}'
        '{% import "forms.html" as forms %}{% from "blog/m.html" import big %}'
        "{{ forms.field(x) }}{{ big(y) }}{{ other(z) }}",
        "app/templates/base.html": "",
        "base.html": "",
        "app/templates/forms.html": "{% macro field(x) %}{% endmacro %}",
        "app/templates/blog/m.html": "{% macro big(x) %}{% endmacro %}",
    }
    found = links_by_name(files, "app/templates/blog/post.html")
    assert found["base.html"] == Link(("app/templates/base.html",), "inferred", NEAREST)
    assert found["gone.html"] == UNKNOWN
    assert found["blog/m.html:big"].targets == ("app/templates/blog/m.html::big",)
    assert found["forms.field"] == Link(("app/templates/forms.html::field",), "exact")
    assert found["big"] == Link(("app/templates/blog/m.html::big",), "exact")
    assert found["other"] == DYNAMIC


def test_pages_link_and_extend() -> None:
    files = {
        "a.html": '<a href="b.html#x">b</a>{% extends "base.html" %}',
        "b.html": '<p id="x">',
        "base.html": "",
    }
    assert links_by_name(files, "a.html")["b.html#x"] == Link(("b.html::x",), "exact")
    kinds = {path: Unit(path, "HTML", "source") for path in files}
    edges = file_edges(unit("a.html", files["a.html"]), links(files, "a.html"), kinds)
    assert [(e.target, e.kind) for e in edges] == [("b.html", "document"), ("base.html", "inherit")]


def test_style_sheets_load_files() -> None:
    files = {
        "css/a.css": '@import "b.css";\n.x { background: url(../i.png?v=1) }\n'
        ".y { background: url(https://x.org/i.png) }\n",
        "css/b.css": "",
        "i.png": "",
    }
    found = links_by_name(files, "css/a.css")
    assert found["b.css"] == Link(("css/b.css",), "exact")
    assert found["../i.png?v=1"] == Link(("i.png",), "exact")
    assert found["https://x.org/i.png"] == EXTERNAL
    kinds = {path: Unit(path, "", "source") for path in files}
    edges = file_edges(unit("css/a.css", files["css/a.css"]), links(files, "css/a.css"), kinds)
    assert [(e.target, e.kind) for e in edges] == [("css/b.css", "import"), ("i.png", "import")]


def test_messages_come_from_imported_files() -> None:
    files = {
        "proto/api/a.proto": 'syntax = "proto3";\nimport "api/b.proto";\n'
        'import "google/protobuf/any.proto";\nmessage A { B b = 1; Any c = 2; }\n',
        "proto/api/b.proto": "message B { string x = 1; }\n",
    }
    found = links_by_name(files, "proto/api/a.proto")
    assert found["api/b.proto"] == Link(("proto/api/b.proto",), "exact")
    assert found["google/protobuf/any.proto"] == EXTERNAL
    assert found["B"] == Link(("proto/api/b.proto::B",), "exact")
    assert found["Any"] == EXTERNAL


def test_templates_and_messages_that_take_in_each_other_end() -> None:
    loop = {"a.html": '{% extends "b.html" %}', "b.html": '{% extends "a.html" %}'}
    assert links_by_name(loop, "a.html")["b.html"].targets == ("b.html",)
    files = {
        "a.proto": 'import "b.proto";\nmessage A { B b = 1; }\n',
        "b.proto": 'import "a.proto";\nimport "b.proto";\nmessage B {}\n',
    }
    assert links_by_name(files, "a.proto")["B"] == Link(("b.proto::B",), "exact")
