"""Notebooks: facts of their cells at the lines of the file."""

from repobook.languages import parse

TEXT = rb"""{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {"source": "no"},
   "source": [
    "# Title\n",
    "See `torch.add`.\n",
    "## Part"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [{"data": {"text/plain": ["# no\n", "def no():"]}}],
   "source": ["import torch\n",
    "# TODO: \"faster\"\n",
    "def run(x):\n",
    "    return x"]
  },
  {"cell_type": "markdown", "source": "# Last\ntext"}
 ]
}
"""


def test_headings_definitions_and_imports() -> None:
    facts = parse("Jupyter Notebook", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("heading", "Title", 7, 18),
        ("heading", "Title.Part", 9, 18),
        ("function", "Title.Part.run", 17, 17),
        ("heading", "Last", 20, 20),
    ]
    assert [(i.form, i.module, i.line) for i in facts.imports] == [("import", "torch", 15)]
    assert [(r.receiver, r.name) for r in facts.references] == [("torch", "add")]
    assert [(n.line, n.text) for n in facts.notes] == [(16, '"faster"')]


def test_what_is_no_notebook_gets_a_diagnostic() -> None:
    assert [d.message for d in parse("Jupyter Notebook", b"[1]").diagnostics] == ["no cells found"]
