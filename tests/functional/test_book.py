"""The Markdown book of a small repository with bad names: whole, by contract, and proven."""

import json
from pathlib import Path

import pytest

from repobook.book.file.file_page import file_page
from repobook.build.pages import page_worker, run
from repobook.model.blocks import Page
from repobook.model.dossiers.dossier import FileDossier
from repobook.verify.verify import verify
from tests.fakes.books import POLYGLOT, files, make_book, rows
from tests.fakes.trees import write_tree

HOSTILE: dict[str, str | bytes] = {
    **POLYGLOT,
    "a b.py": "def f(): pass\n",
    "pkg/index.md": "# Not ours\n\n[x](javascript:alert(1)) <script>alert(1)</script>\n",
    "pkg/sub.md/inner.py": "X = '`' * 3\n",
    "pkg/x|y`z.py": '"""A | pipe and a ``` fence."""\n\n```\n',
    "pkg/Case.py": "A = 1\n",
    "pkg/case.py": "B = 2\n",
    "pkg/[link](evil).py": "def g():\n    '''<img src=x onerror=alert(1)> {{ 7*7 }}'''\n",
    "pkg/fences.md": "````\n```\n~~~\n````\n\n---\ntitle: {% raw %}\n---\n",
    "pkg/" + "n" * 240 + ".py": "C = 3\n",
    "docs/tour.ipynb": json.dumps(
        {
            "cells": [
                {
                    "cell_type": "markdown",
                    "metadata": {},
                    "source": [
                        "# Tour\n",
                        "\n",
                        "This tour shows how the parts\n",
                        "fit together.",
                    ],
                }
            ],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 2,
        },
        indent=1,
    ),
    "tests/test_a.py": "from src.a import A\n\n\ndef test_a():\n    assert A().f()\n",
}
SECTIONS = [
    *("File Purpose", "High-Level Overview"),
    *("Detailed Analysis", "Architecture & Design", "Dependencies", "Code Patterns & Idioms"),
    *("Performance Considerations", "Security & Safety", "Testing & Usage", "Related Files"),
    *("Cross-References", "File Metadata", "Original Source"),
]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    make_book(write_tree(folder / "root", HOSTILE), folder / "root.book")
    return folder / "root.book"


def test_the_book_proves_itself(book: Path) -> None:
    proof = verify(book, str(book.with_suffix("")), 1)
    assert proof.problems == ()


def test_every_documented_file_has_two_pages_and_every_folder_three(book: Path) -> None:
    pages = [path.name for path in (book / "markdown").rglob("*.md")]
    documented = [path for path, reason in files(book).items() if not reason]
    folders = {"", *(path.rpartition("/")[0] for path in files(book))}
    assert len([name for name in pages if name.endswith("_docs.md")]) == len(documented)
    assert len([name for name in pages if name.endswith("_kw.md")]) == len(documented)
    for name in ("index.md", "doc.md", "sub.md"):
        assert pages.count(name) == len(folders), name


def test_sections_stand_in_the_order_of_a_reader(book: Path) -> None:
    for page in (book / "markdown").rglob("*_docs.md"):
        lines = page.read_text(encoding="utf-8").split("\n")
        titles = [line[3:].replace("\\", "") for line in lines if line.startswith("## ")]
        ours = [title for title in titles if title in SECTIONS]
        expected = sorted(ours, key=SECTIONS.index)
        if page.name.startswith("test_"):  # the cases of a test stand where a source has its steps
            expected.remove("Testing & Usage")
            expected.insert(expected.index("Detailed Analysis"), "Testing & Usage")
        assert ours == expected, page.name
        assert {"File Metadata", "Original Source", "Cross-References"} <= {*ours}


def test_global_pages_are_there(book: Path) -> None:
    names = ["index", "keywords", "comprehensive_book", "README", "verification_report"]
    assert all((book / "markdown" / f"{name}.md").is_file() for name in names)


def test_pages_of_a_test_lead_to_what_it_tests(book: Path) -> None:
    page = (book / "markdown/src/a.py_docs.md").read_text(encoding="utf-8")
    assert "tests/test\\_a.py" in page or "tests/test_a.py" in page


def test_keywords_tell_what_a_file_defines(book: Path) -> None:
    told = {(path, keyword) for path, _, keyword, *_ in rows(book, "keywords")}
    assert ("tests/test_a.py", "test_a") in told


def test_a_book_inside_the_repository_leads_to_the_lines(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", HOSTILE)
    make_book(root, root / "root.book")
    page = (root / "root.book/markdown/src/a.py_docs.md").read_text(encoding="utf-8")
    assert "](../../../src/a.py#L4" in page
    assert verify(root / "root.book", str(root), 1).problems == ()


def test_a_file_whose_pages_cannot_be_made_costs_them_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(dossier: FileDossier) -> Page:
        if dossier.path == "src/a.py":
            raise RecursionError
        return file_page(dossier)

    monkeypatch.setattr(page_worker, "file_page", failing)
    monkeypatch.setattr(run, "_FEW", 10_000)  # other processes would not fail
    root = write_tree(tmp_path / "root", HOSTILE)
    report = make_book(root, tmp_path / "root.book")
    assert [notice for notice in report.notices if "src/a.py" in notice]
    page = (tmp_path / "root.book/markdown/src/a.py_docs.md").read_text(encoding="utf-8")
    assert "RecursionError" in page
    assert "class A(object):" in page
    assert verify(tmp_path / "root.book", str(root), 1).problems == ()
