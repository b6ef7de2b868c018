"""The index from A to Z."""

from repobook.book.repository.az_pages import index_pages, letter_pages
from repobook.model.blocks import Bullets, Link, PageRef, Paragraph
from repobook.model.dossiers.folder_dossier import Homonym
from tests.book.views import told
from tests.fakes.dossiers import repository_dossier


def _told(*homonyms: Homonym) -> list[str]:
    (page,) = letter_pages("F", homonyms)
    return told(page.sections[0].blocks)


def test_name_leads_to_its_homes() -> None:
    one = Homonym("flush", 2, ("a.py", "b/c.py"), 2, (("function", 1), ("method", 1)), (), 0)
    assert _told(one) == ["- `flush` function, method: [a.py], [b/c.py]"]


def test_name_with_very_many_homes_is_told_by_kind_and_folder() -> None:
    folders = (("torch/nn", 300), ("", 2))
    forward = Homonym(
        "forward", 7635, ("a.py",), 900, (("method", 7000), ("function", 635)), folders, 9
    )
    kinds, places = "7,000 methods, 635 functions in 900 files", "[torch/nn/] 300, [./] 2"
    assert _told(forward) == [f"- `forward` {kinds}: {places} and 7 more folders"]


def test_first_page_leads_to_every_part_there_is() -> None:
    (page,) = index_pages(repository_dossier(), ["Aa-Ad", "Ae-Ah", "Ta-Td", "other"])
    links = [
        inline
        for block in page.sections[1].blocks
        if isinstance(block, Paragraph)
        for inline in block.content
        if isinstance(inline, Link)
    ]
    assert [link.page for link in links] == [
        PageRef("a-z", "", label) for label in ("Aa-Ad", "Ae-Ah", "Ta-Td", "other")
    ]


def test_repository_without_names_has_its_page() -> None:
    (page,) = index_pages(repository_dossier(), [])
    assert [section.title for section in page.sections] == ["Scope"]


def test_part_that_is_too_long_goes_on_under_names_of_its_own() -> None:
    paths = tuple(f"a/very/long/folder/to/have/files/in/number{n}.py" for n in range(4))
    names = [Homonym(f"f{n}", 4, paths, 4, (("class", 4),), (), 0) for n in range(2000)]
    pages = letter_pages("Fa-Fd", names)
    assert [page.ref.part for page in pages][:2] == ["Fa-Fd", "Fa-Fd_2"]
    shown = [block for page in pages for s in page.sections for block in s.blocks]
    assert sum(len(block.items) for block in shown if isinstance(block, Bullets)) == 2000
