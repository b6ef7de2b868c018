"""The keyword index of a folder."""

from typing import Any

from repobook.book.folder.subtree_page import subtree_pages
from repobook.model.blocks import Bullets, Link, Page, PageRef, Paragraph
from repobook.model.dossiers.folder_dossier import IndexedName, SubtreeDossier
from tests.book.views import told
from tests.fakes.dossiers import REPOSITORY


def _pages(*names: IndexedName, **fields: Any) -> list[Page]:
    dossier = SubtreeDossier(REPOSITORY, "pkg", (), 2, names, 20, 0, 0, 0)
    return list(subtree_pages(dossier._replace(**fields)))


def _texts(page: Page, title: str) -> list[str]:
    return told(next(section for section in page.sections if section.title == title).blocks)


FORWARD = IndexedName("forward", ("method", "used name"), ("pkg/a.py", "pkg/b/c.py"), 12)


def test_each_keyword_stands_with_its_kinds_and_files() -> None:
    (page,) = _pages(FORWARD)
    assert page.ref == PageRef("subtree", "pkg")
    assert _texts(page, "F") == ["- `forward` method, used name: [a.py], [b/c.py] and 10 more"]


def test_what_is_taken_of_each_file_is_told() -> None:
    (page,) = _pages(FORWARD, n_a_file_below=1, n_below_shown=1000, n_below=5000)
    assert "Keywords per file in subfolders: 1 (the 1,000 most used of 5,000)" in _texts(
        page, "Scope"
    )


def test_indexes_farther_down_are_linked() -> None:
    (page,) = _pages(FORWARD, folders=(("pkg/b", 3),))
    assert _texts(page, "Indexes of subfolders") == ["- [pkg/b/] 3 files"]


def test_long_index_goes_on_by_letter_and_nothing_is_lost() -> None:
    names = [
        IndexedName(f"{letter}{n}", ("key",), ("pkg/a.py",), 1)
        for letter in "ab"
        for n in range(400)
    ]
    first, *letters = _pages(*names)
    links = [
        inline
        for section in first.sections
        for block in section.blocks
        if isinstance(block, Paragraph)
        for inline in block.content
        if isinstance(inline, Link)
    ]
    assert [link.page for link in links] == [page.ref for page in letters]
    shown = [block for page in letters for s in page.sections for block in s.blocks]
    assert sum(len(block.items) for block in shown if isinstance(block, Bullets)) == 800


def test_folder_without_keywords_has_its_page() -> None:
    (page,) = _pages()
    assert [section.title for section in page.sections] == ["Scope"]
