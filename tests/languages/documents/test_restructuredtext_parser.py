"""reStructuredText: which titles, directives, links and names a text has."""

from repobook.languages import parse
from repobook.model.facts import FileFacts, unpack_position


def read(text: str) -> FileFacts:
    return parse("reStructuredText", text.encode())


def definitions(text: str) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in read(text).definitions]


def mentions(text: str) -> list[tuple[str, str, tuple[int, int]]]:
    return [(r.receiver, r.name, unpack_position(r.positions[0])) for r in read(text).references]


def test_levels_come_in_the_order_of_their_adornments() -> None:
    text = "====\nBook\n====\n\nPart\n====\n\ntext\n\nDeep\n~~~~\n\nPart 2\n======\nend\n"
    assert definitions(text) == [
        ("heading", "Book", 2, 15),
        ("heading", "Book.Part", 5, 11),
        ("heading", "Book.Part.Deep", 10, 11),
        ("heading", "Book.Part 2", 13, 15),
    ]


def test_what_only_looks_like_a_title() -> None:
    text = (
        "two lines\nof text\n=======\n\n::\n\n  Literal\n  =======\n\n- item\n------\n\n"
        "=====  =====\na      b\n=====  =====\nc      d\n=====  =====\n\n"
        ".. code-block:: rst\n\n   Code\n   ====\n\nab\n-\n\n.. comment\n   Title\n   =====\n"
    )
    assert definitions(text) == []


def test_numbered_titles_and_roles_in_titles() -> None:
    facts = read("1. The :class:`~a.Foo` class\n============================\n")
    assert [(d.name, d.signature) for d in facts.definitions] == [
        ("1. The ~a.Foo class", "1. The :class:`~a.Foo` class")
    ]


def test_described_objects_and_labels_are_definitions() -> None:
    text = (
        "T\n=\n\n.. _there:\n\n.. py:class:: torch.nn.Module(x)\n\n   Text.\n\n"
        "   .. method:: forward(*input)\n\n      More.\n\n.. option:: --jobs\n"
    )
    assert definitions(text) == [
        ("heading", "T", 1, 14),
        ("block", "T.there", 4, 4),
        ("class", "T.torch.nn.Module", 6, 12),
        ("method", "T.torch.nn.Module.forward", 10, 12),
        ("key", "T.--jobs", 14, 14),
    ]


def test_directives_and_links_lead_to_other_files() -> None:
    text = (
        ".. toctree::\n   :maxdepth: 2\n\n   intro\n   The API <api/index>\n\n"
        ".. include:: ../README.rst\n.. automodule:: torch.fft\n.. image:: x.png\n"
        "See `site <https://x.org>`_, :doc:`guide` and https://y.org.\n\n.. _z: https://z.org\n"
    )
    assert [(i.form, i.module, i.line) for i in read(text).imports] == [
        ("toctree", "intro", 4),
        ("toctree", "api/index", 5),
        ("include", "../README.rst", 7),
        ("automodule", "torch.fft", 8),
        ("image", "x.png", 9),
        ("link", "https://x.org", 10),
        ("link", "guide", 10),
        ("link", "https://y.org", 10),
        ("link", "https://z.org", 12),
    ]


def test_roles_literals_and_listed_names_are_mentions() -> None:
    text = (
        ":func:`~torch.add` and ``run()``, :class:`the one <a.B>`; ``two words``\n\n"
        ".. autosummary::\n    :nosignatures:\n\n    nn.Linear\n\n.. autoclass:: Tensor\n"
    )
    assert mentions(text) == [
        ("a", "B", (1, 53)),
        ("nn", "Linear", (6, 7)),
        ("", "Tensor", (8, 15)),
        ("torch", "add", (1, 14)),
        ("", "run", (1, 25)),
    ]


def test_comments_and_paragraphs_are_texts() -> None:
    facts = read(".. TODO: rewrite\n\nWhat *it* does.\n\n.. note::\n\n   Careful.\n")
    assert facts.doc == "What it does."
    assert [(n.tag, n.line, n.text) for n in facts.notes] == [("TODO", 1, "rewrite")]
    assert [(t.line, t.text) for t in facts.texts] == [
        (1, "TODO: rewrite"),
        (3, "What *it* does."),
        (7, "Careful."),
    ]
