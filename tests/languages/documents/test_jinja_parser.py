"""Jinja: blocks, macros, imports, and what is only shown."""

from repobook.languages import parse

TEXT = b"""{% extends "base.html" %}
{% import 'forms.html' as forms with context %}
{%- from "util.j2" import a, b as c -%}
{# Draws one.
   TODO: two #}
{% macro field(name, value="") %}
  {% set x = other(name) %}{{ forms.input(x) | upper }}
{% endmacro %}
{% block body %}{% block inner scoped %}{% include ["x.html", "y.html"] %}{% endblock %}
{% set text %}long{% endset %}
{% endblock %}
{% raw %}{% block no %}{{ no() }}{% endraw %}
"""


def test_blocks_and_macros_nest() -> None:
    facts = parse("Jinja", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("macro", "field", 6, 8),
        ("variable", "field.x", 7, 7),
        ("block", "body", 9, 11),
        ("block", "body.inner", 9, 9),
        ("variable", "body.text", 10, 10),
    ]
    assert facts.definitions[0].doc == "Draws one.\nTODO: two"
    assert [(n.line, n.text) for n in facts.notes] == [(5, "two")]


def test_imports_and_calls() -> None:
    facts = parse("Jinja", TEXT)
    assert [(i.form, i.module, i.name, i.alias, i.line) for i in facts.imports] == [
        ("extends", "base.html", "", "", 1),
        ("import", "forms.html", "", "forms", 2),
        ("from", "util.j2", "a", "", 3),
        ("from", "util.j2", "b", "c", 3),
        ("include", "x.html", "", "", 9),
        ("include", "y.html", "", "", 9),
    ]
    assert [(r.receiver, r.name) for r in facts.references] == [("forms", "input"), ("", "other")]
