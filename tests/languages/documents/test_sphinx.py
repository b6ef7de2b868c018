"""Roles and directives of Sphinx, in both languages that documents are written in."""

import pytest

from repobook.languages import parse
from repobook.model.facts import unpack_position


def chains(language: str, text: str) -> dict[str, tuple[int, int]]:
    """Where each mention stands, by the name that it was settled to."""
    return {
        f"{r.receiver}.{r.name}" if r.receiver else r.name: unpack_position(r.positions[0])
        for r in parse(language, text.encode()).references
    }


def links(language: str, text: str) -> list[tuple[str, str, int]]:
    return [(i.form, i.module, i.line) for i in parse(language, text.encode()).imports]


def test_names_count_from_the_current_module_and_keep_their_place() -> None:
    text = """.. currentmodule:: pkg.net

.. autoclass:: Layer

.. autosummary::

   ~sub.build

:func:`run` :class:`~pkg.Other` ``plain``
"""
    assert chains("reStructuredText", text) == {
        "pkg.net": (1, 23),
        "pkg.net.Layer": (3, 15),
        "pkg.net.sub.build": (7, 8),
        "pkg.net.run": (9, 7),
        "pkg.Other": (9, 25),
        "plain": (9, 34),
    }


def test_the_module_holds_across_directives_of_markdown() -> None:
    text = "```{eval-rst}\n.. currentmodule:: pkg\n```\n\n{func}`run` `run_it`\n"
    assert chains("Markdown", text) == {"pkg": (2, 19), "pkg.run": (5, 7), "run_it": (5, 13)}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("reStructuredText", ":ref:`text <a-label>` :doc:`b` :math:`x_y` :numref:`c`"),
        ("Markdown", "{ref}`text <a-label>` {doc}`b` {math}`x_y` {numref}`c`"),
    ],
)
def test_labels_and_documents_are_links_and_formulas_nothing(language: str, text: str) -> None:
    assert links(language, text) == [("ref", "a-label", 1), ("link", "b", 1), ("ref", "c", 1)]
    assert chains(language, text) == {}


def test_labels_of_markdown_are_defined_and_document_nothing() -> None:
    facts = parse("Markdown", b"(my-label)=\n\n# Title\n\nWords.\n")
    assert [(d.kind, d.name, d.line) for d in facts.definitions] == [
        ("block", "my-label", 1),
        ("heading", "Title", 3),
    ]
    assert facts.doc == "Words."


def test_a_module_that_is_no_name_changes_nothing() -> None:
    text = ".. currentmodule:: a b <c>\n\n:func:`run`\n"
    assert chains("reStructuredText", text) == {"run": (3, 7)}
