"""Documents: links, anchors, labels, and names set as code."""

import pytest

from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, Link, Unit
from repobook.resolve.edges import file_edges
from tests.fakes.growth import assert_linear
from tests.fakes.units import links, links_by_name, unit

IN_FULL = "name followed from its module"
ONLY = "only definition of that name"

CODE = {
    "pkg/__init__.py": "from pkg.net import Layer\nfrom pkg import net\n",
    "pkg/net.py": """class Layer:
    def forward(self): ...
    def print_tabular(self): ...
def build_it(batch_size): ...
class RareName: ...
class Twice: ...
class TwiceNamed: ...
batch_size = 3
""",
    "pkg/other.py": "class TwiceNamed: ...\ndef batch_size(): ...\n",
    "src/core.cpp": "namespace at { void runKernel(int x) {} void runKernel(float x) {} }\n",
    "tests/test_net.py": "class RareName: ...\n",
}


def names(text: str, path: str = "docs/a.md") -> dict[str, Link]:
    return links_by_name({**CODE, path: text}, path)


def test_links_to_files_are_relative_and_exact() -> None:
    files = {
        "docs/a.md": "[x](b.md) [](../README.md) [](sub) [](/LICENSE) [](gone.md) ![](i%201.png)",
        "docs/b.md": "",
        "docs/i 1.png": "",
        "docs/sub/index.md": "",
        "README.md": "",
        "LICENSE": "",
    }
    found = links_by_name(files, "docs/a.md")
    assert found["b.md"] == Link(("docs/b.md",), "exact")
    assert found["../README.md"] == Link(("README.md",), "exact")
    assert found["sub"] == Link(("docs/sub/index.md",), "exact")
    assert found["/LICENSE"] == Link(("LICENSE",), "exact")
    assert found["i%201.png"] == Link(("docs/i 1.png",), "exact")
    assert found["gone.md"] == UNKNOWN


def test_links_to_headings() -> None:
    files = {
        "a.md": "# Top\n[](#what-is-it) [](b.md#c-api) [](b.md#twice-1) [](b.md#none)\n"
        "## What is it?\n",
        "b.md": "# C API\n## Twice\n## Twice\n",
    }
    found = links_by_name(files, "a.md")
    assert found["#what-is-it"] == Link(("a.md::Top.What is it?",), "exact")
    assert found["b.md#c-api"] == Link(("b.md::C API",), "exact")
    assert found["b.md#twice-1"] == Link(("b.md::C API.Twice~2",), "exact")
    assert found["b.md#none"] == Link(("b.md",), "exact")


@pytest.mark.parametrize("target", ["https://x.org/a.md", "mailto:a@b.c", "//x.org/y"])
def test_links_elsewhere_are_external(target: str) -> None:
    assert names(f"[x]({target})")[target] == EXTERNAL


def test_files_that_are_mentioned() -> None:
    files = {
        "docs/a.md": "`pkg/net.py` and `conf.py`, `lonely.py`, `twice.py`, `.ci/run.sh`, `pkg.mm`",
        "pkg/__init__.py": "def mm(): ...\n",
        ".ci/run.sh": "",
        "docs/conf.py": "",
        "conf.py": "",
        "pkg/net.py": "",
        "x/lonely.py": "",
        "x/twice.py": "",
        "y/twice.py": "",
    }
    found = links_by_name(files, "docs/a.md")
    assert found["pkg/net.py"] == Link(("pkg/net.py",), "inferred", "path from the root")
    assert found["conf.py"] == Link(("docs/conf.py",), "inferred", "file beside the document")
    assert found["lonely.py"] == Link(("x/lonely.py",), "inferred", "only file of that name")
    assert found["twice.py"] == Link(("x/twice.py", "y/twice.py"), "ambiguous")
    assert found[".ci/run.sh"] == Link((".ci/run.sh",), "inferred", "path from the root")
    assert found["pkg.mm"] == Link(("pkg/__init__.py::mm",), "inferred", IN_FULL)


def test_names_in_full_are_followed_from_their_module() -> None:
    found = names("`pkg.Layer` `pkg.net.Layer.forward()` `pkg.net` `pkg.gone` `os.path.join`")
    assert found["pkg.Layer"] == Link(("pkg/net.py::Layer",), "inferred", IN_FULL)
    assert found["pkg.net.Layer.forward"] == Link(
        ("pkg/net.py::Layer.forward",), "inferred", IN_FULL
    )
    assert found["pkg.net"] == Link(("pkg/net.py",), "inferred", IN_FULL)
    assert (found["pkg.gone"], found["os.path.join"]) == (UNKNOWN, EXTERNAL)


def test_a_function_that_is_declared_and_defined_is_one_thing_to_a_text() -> None:
    files = {
        "doc.md": "Call `openPipe()`.\n",
        "pipe.h": "int openPipe(void);\n",
        "pipe.c": '#include "pipe.h"\nint openPipe(void) { return 1; }\n',
    }
    assert links_by_name(files, "doc.md")["openPipe"] == Link(
        ("pipe.c::openPipe",), "inferred", ONLY
    )


def test_a_bare_name_counts_where_it_is_one_thing_and_looks_like_code() -> None:
    found = names(
        "`RareName` `Twice` `TwiceNamed` `forward` `print_tabular` `batch_size` `None` `runKernel`"
    )
    assert found["RareName"] == Link(("pkg/net.py::RareName",), "inferred", ONLY)
    assert found["Twice"] == UNKNOWN
    assert found["TwiceNamed"] == Link(
        ("pkg/net.py::TwiceNamed", "pkg/other.py::TwiceNamed"), "ambiguous"
    )
    assert found["forward"] == UNKNOWN
    assert found["print_tabular"] == Link(("pkg/net.py::Layer.print_tabular",), "inferred", ONLY)
    assert (found["batch_size"], found["None"]) == (UNKNOWN, BUILTIN)
    assert found["runKernel"] == Link(("src/core.cpp::at.runKernel",), "inferred", ONLY)


def test_what_only_its_function_sees_is_not_meant() -> None:
    files = {
        "a.md": "`inner_part` `MyClass` `setup`",
        "x.py": "def outer():\n    def inner_part(): ...\n",
        "x.h": "class MyClass { public: MyClass(); };\n",
        "setup.py": "",
    }
    found = links_by_name(files, "a.md")
    assert (found["inner_part"], found["setup"]) == (UNKNOWN, UNKNOWN)
    assert found["MyClass"] == Link(("x.h::MyClass",), "inferred", ONLY)


def test_a_module_that_python_would_not_find_from_here_is_not_meant() -> None:
    notebook = """{"cells": [{"cell_type": "code", "source": ["import numpy"]}]}"""
    files = {"docs/n.ipynb": notebook, "tests/fakes/numpy.py": ""}
    assert links_by_name(files, "docs/n.ipynb")["numpy"] == EXTERNAL


def test_what_stands_before_a_name_must_fit() -> None:
    found = names("`at::runKernel` `Layer.forward` `np.forward` `std::runKernel`")
    fits = "only definition that fits"
    assert found["at.runKernel"] == Link(("src/core.cpp::at.runKernel",), "inferred", fits)
    assert found["Layer.forward"] == Link(("pkg/net.py::Layer.forward",), "inferred", fits)
    assert (found["np.forward"], found["std.runKernel"]) == (UNKNOWN, EXTERNAL)


def test_directives_and_roles_count_from_the_current_module() -> None:
    text = """.. currentmodule:: pkg.net

.. autofunction:: build_it

.. automodule:: pkg

See :class:`~pkg.net.Layer`, :meth:`net.Layer.forward`.
"""
    found = names(text, "docs/a.rst")
    assert found["pkg.net.build_it"] == Link(("pkg/net.py::build_it",), "inferred", IN_FULL)
    assert found["pkg.net.Layer"] == Link(("pkg/net.py::Layer",), "inferred", IN_FULL)
    assert found["pkg.net.Layer.forward"].targets == ("pkg/net.py::Layer.forward",)
    assert found["pkg"].targets == ("pkg/__init__.py",)


def test_roles_of_myst_and_its_directives() -> None:
    text = "```{currentmodule} pkg.net\n```\n{class}`Layer` {ref}`there` {doc}`b` {math}`pkg.net`\n"
    files = {**CODE, "a.md": text, "b.md": "(there)=\n\n# B\n"}
    found = links_by_name(files, "a.md")
    assert found["pkg.net.Layer"] == Link(("pkg/net.py::Layer",), "inferred", IN_FULL)
    assert found["there"] == Link(("b.md::there",), "exact")
    assert found["b"] == Link(("b.md",), "exact")


def test_toctrees_and_labels_of_sphinx() -> None:
    files = {
        "docs/index.rst": ".. toctree::\n\n   sub/one\n   /sub/two\n\n:ref:`text <my-label>`.\n",
        "docs/sub/one.rst": ".. _my-label:\n\nOne\n===\n",
        "docs/sub/two.md": "",
    }
    found = links_by_name(files, "docs/index.rst")
    assert found["sub/one"] == Link(("docs/sub/one.rst",), "exact")
    assert found["/sub/two"] == Link(("docs/sub/two.md",), "exact")
    assert found["my-label"] == Link(("docs/sub/one.rst::my-label",), "exact")


def test_a_page_leads_to_the_document_that_it_is_made_from() -> None:
    files = {"a.md": "[x](b.html)", "b.rst": ""}
    assert links_by_name(files, "a.md")["b.html"] == Link(
        ("b.rst",), "inferred", "source of the page"
    )


def test_edges_of_a_document_are_of_that_kind() -> None:
    files = {**CODE, "a.md": "[x](b.md)\n\n`pkg.Layer` `pkg.Layer`\n", "b.md": ""}
    kinds = {path: Unit(path, "", "source") for path in files}
    edges = file_edges(unit("a.md", files["a.md"]), links(files, "a.md"), kinds)
    assert [(e.target, e.kind, e.line, e.confidence, e.n) for e in edges] == [
        ("b.md", "document", 1, "exact", 1),
        ("pkg/net.py", "document", 3, "inferred", 2),
    ]


def test_notebooks_lead_to_what_they_import() -> None:
    notebook = (
        """{"cells": [{"cell_type": "code", "source": ["import pkg.net\\n", "import numpy"]}]}"""
    )
    found = links_by_name({**CODE, "n.ipynb": notebook}, "n.ipynb")
    assert found["pkg.net"].targets == ("pkg/net.py",)
    assert found["numpy"] == EXTERNAL


def test_a_hundred_thousand_links_and_homonyms_are_linked_in_time() -> None:
    def files(n_lines: int) -> dict[str, str]:
        lines = [f"[x](f{n}.md#h{n}) `a{n}/__init__.py` `pkg.b{n}.c`" for n in range(n_lines)]
        homonyms = {f"d{n}/__init__.py": "" for n in range(n_lines // 20)}
        return {"a.md": "\n".join(lines), "pkg/__init__.py": "", "f7.md": "# h7\n", **homonyms}

    def link(files: dict[str, str]) -> None:
        found = links(files, "a.md")
        assert sum(bool(link.targets) for link in found.imports) == 1

    assert_linear(link, files, 35_000)


def test_documents_that_include_each_other_end() -> None:
    files = {
        "a.rst": ".. include:: b.rst\n\n:ref:`x`\n",
        "b.rst": ".. include:: a.rst\n.. include:: b.rst\n",
    }
    found = links_by_name(files, "b.rst")
    assert (found["a.rst"].targets, found["b.rst"].targets) == (("a.rst",), ("b.rst",))


def test_a_long_chain_is_not_followed() -> None:
    chain = "a::" * 12 + "tail"
    assert set(names(f"`{chain}`").values()) <= {DYNAMIC, UNKNOWN}
