"""A folder, and the listing that is made of it."""

from typing import Any

from repobook.book.folder.listing_page import N_ENTRIES, listing_pages
from repobook.model.blocks import Cite, Code, Link, PageRef, Paragraph, Quoted, Table
from repobook.model.dossiers.dossier import FileLine
from repobook.model.dossiers.folder_dossier import ChildFolder, Offer, Place, Words
from repobook.model.purpose import Purpose
from tests.fakes.dossiers import folder_dossier


def line(path: str, **fields: Any) -> FileLine:
    empty = FileLine(path, "Python", "source", 3, 30, "documented", "", "")
    return empty._replace(**fields)


def table(dossier: Any, title: str) -> Table:
    (page, *_) = listing_pages(dossier)
    section = next(section for section in page.sections if section.title == title)
    block = section.blocks[0]
    assert isinstance(block, Table)
    return block


def test_a_file_is_told_in_its_own_words() -> None:
    purpose = Purpose("Adds.", "own words", "", "pkg/a.py", 2, 2)
    file = line("pkg/a.py", purpose=purpose)
    row = table(folder_dossier(files=(file,)), "Files").rows[0]
    assert row[0] == (Link(PageRef("file", "pkg/a.py"), "a.py", is_code=True),)
    assert row[1] == (Quoted("Adds."), " ", Cite("pkg/a.py", 2))


def test_a_file_without_words_is_told_by_what_others_use() -> None:
    offers = (Offer("run", "A.run", "method", Place("pkg/a.py", 3, 9), 4),)
    dossier = folder_dossier(files=(line("pkg/a.py"),), offers_by_file={"pkg/a.py": offers})
    assert table(dossier, "Files").rows[0][1] == (Cite("pkg/a.py", 3, 9, "run"),)


def test_a_listed_file_has_no_link_and_says_why() -> None:
    file = line("pkg/x.png", status="listed", reason="binary file", language="", role="binary")
    row = table(folder_dossier(files=(file,)), "Files").rows[0]
    assert row[:3] == ((Code("x.png"),), ("binary file",), ("binary",))


def test_folders_lead_to_their_listings() -> None:
    child = ChildFolder("pkg/sub", 3, 90, 1, 0, Words("Sub.", "pkg/sub/README.md", 1, 2), ())
    row = table(folder_dossier(folders=(child,)), "Folders").rows[0]
    assert row[0] == (Link(PageRef("listing", "pkg/sub"), "sub/", is_code=True),)
    assert row[1] == (Quoted("Sub."), " ", Cite("pkg/sub/README.md", 1, 2))


def test_markers_are_one_line() -> None:
    (page,) = listing_pages(folder_dossier(markers=(("Test*.x", 1200),)))
    (block,) = page.sections[0].blocks
    assert isinstance(block, Paragraph)
    assert block.content[:2] == ("1,200 empty files named like ", Code("Test*.x"))


def test_a_long_listing_goes_on_and_loses_nothing() -> None:
    files = tuple(line(f"pkg/{n:04}.py") for n in range(2 * N_ENTRIES + 1))
    pages = list(listing_pages(folder_dossier(files=files)))
    shown = [row[0] for page in pages for block in page.sections[0].blocks for row in block.rows]  # type: ignore[union-attr]
    assert [page.ref.part for page in pages] == ["", "2", "3"]
    assert len(shown) == len(set(shown)) == len(files)
    assert pages[0].sections[0].blocks[0].n_all == len(files)  # type: ignore[union-attr]
    assert ("next", pages[1].ref) in pages[0].neighbours
