"""What a file may hold costs no more than its length."""

import pytest

from repobook.languages import parse
from repobook.model.facts import FileFacts
from repobook.packs import commands, pytest_fixtures, python_bindings, pytorch, web
from repobook.packs.pack import Pack
from repobook.parse.source import SourceText
from tests.fakes.growth import assert_linear

_HOSTILE = {
    "C++": [
        "TORCH_LIBRARY(a, m) {\n" * 3_000,
        "REGISTER_DISPATCH(" * 4_000,
        'TORCH_LIBRARY(a, m) {\nm.def("' + "x" * 60_000,
        "#define F(x) F(x) F(x)\n" + "F(1)\n" * 4_000,
        "TORCH_ #define native F(x) " + "a b c d e " * 6_000,
        "at::a( _stub(" * 6_000,
    ],
    "Python": [
        "torch.ops.a.b" * 5_000,
        "".join(f"a{n} = torch.ops.a\n" for n in range(4_000)),
        "torch.ops.a.b.impl(" * 2_000,
        "HigherOrderOperator class A(HigherOrderOperator):\n" * 1_500,
    ],
    "YAML": ["- func: a(T x) -> T\n  dispatch:\n    CPU: f\n" * 1_500, "- func: " + "a" * 80_000],
}


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in _HOSTILE for text in _HOSTILE[language]]
)
def test_hostile_text_costs_no_more_than_its_length(language: str, text: str) -> None:
    read = pytorch.PACK.read
    assert read is not None

    def find(source: SourceText) -> None:
        read(language, source, FileFacts(source.n_lines))

    assert_linear(find, lambda n: SourceText(text[:n].encode()), len(text))


_OF_PACKS = [
    (web.PACK, "Python", "import flask\n" + "@a.route('/x')\ndef f(): ...\n" * 1_500),
    (web.PACK, "Python", "import flask\n" + "a = flask.Flask('')\n" * 2_500),
    (
        web.PACK,
        "Python",
        "from flask import Flask\na = Flask('')\n" + "a.add_url_rule('/x'," * 2_500,
    ),
    (web.PACK, "Python", "from django.urls import path\n" + "path('a', " * 4_000),
    (web.PACK, "JavaScript", "a = require('express')();\n" + "a.get('/x', f);\n" * 3_000),
    (web.PACK, "JavaScript", "b = require('express'); a = b();\n" + "a.use('/x', a);\n" * 3_000),
    (web.PACK, "Go", 'import "github.com/gin-gonic/gin"\n' + 'g := g.Group("/a")\n' * 2_500),
    (web.PACK, "Rust", "use axum::Router;\n" + '#[get("/x")]\nfn f() {}\n' * 1_500),
    (commands.PACK, "Python", "import click\n" + "@click.group()\ndef f(): ...\n" * 1_500),
    (commands.PACK, "Python", "import argparse\n" + "a = a.add_parser('x')\n" * 2_500),
    (commands.PACK, "Go", 'import "github.com/spf13/cobra"\n' + "a := &cobra.Command{" * 2_500),
    (commands.PACK, "JSON", '{"name": "x", "scripts": {"a": "' + "a/" * 25_000 + '"}}'),
    (pytest_fixtures.PACK, "Python", "def test_a(b, c=(1,)): ...\n" * 2_500),
    (pytest_fixtures.PACK, "Python", "def test_a(b" * 5_000),
    (pytest_fixtures.PACK, "Python", "@parametrize([" * 4_000 + "\ndef test_a(b): ...\n"),
    (pytest_fixtures.PACK, "Python", "# fixture\n" + "usefixtures('a', " * 4_000),
    (python_bindings.PACK, "C++", "// pybind11\n" + 'm.def("a", &b);\n' * 3_000),
    (python_bindings.PACK, "C++", "// pybind11\n" + 'm.def("a", ' * 4_000),
    (python_bindings.PACK, "C++", "// pybind11\n.def" + "class_<" * 7_000),
    (python_bindings.PACK, "C", "PyMethodDef a[] = {" * 2_500),
]


@pytest.mark.parametrize(("pack", "language", "text"), _OF_PACKS)
def test_hostile_calls_cost_no_more_than_their_length(pack: Pack, language: str, text: str) -> None:
    read = pack.read
    assert read is not None

    def find(made: tuple[SourceText, FileFacts]) -> None:
        read(language, *made)

    def made(n: int) -> tuple[SourceText, FileFacts]:
        content = text[:n].encode()
        return SourceText(content), parse(language, content)

    assert_linear(find, made, len(text))
