"""A repository, and what its home page, its volume and its reports say."""

from typing import Any

from repobook.book.repository.home_page import home_pages
from repobook.book.repository.readme_page import readme_page
from repobook.book.repository.verification_page import verification_pages
from repobook.book.repository.volume import volume_pages
from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    CodeBlock,
    Heading,
    Link,
    Page,
    PageRef,
    Paragraph,
    Quotation,
    Strong,
    Table,
)
from repobook.model.dossiers.dossier import FileLine
from repobook.model.dossiers.folder_dossier import (
    ChildEdge,
    Component,
    KeyFile,
    ListedFiles,
    Offer,
    Place,
    Proof,
    Registry,
    ShownCommand,
    Unread,
    Words,
)
from repobook.model.graph import LanguageLinks
from tests.fakes.dossiers import folder_dossier, repository_dossier

PROOF = Proof(12, 3400, 560)
README = Words("Reads things.", "README.md", 3, 3)
EDGES = (ChildEdge("app", "base", 7, Place("app/a.py", 2), "base/b.py", "exact"),)
KEY_FILE = KeyFile(
    FileLine("base/b.py", "Python", "source", 9, 90, "documented", "", "", fan_in=7),
    (Offer("run", "run", "function", Place("base/b.py", 1, 2), 7),),
    (("app", 7),),
    is_tested=False,
)


def blocks(page: Page, title: str) -> tuple[Block, ...]:
    return next((s.blocks for s in page.sections if s.title == title), ())


def home(**fields: Any) -> Page:
    (page, *_) = home_pages(repository_dossier(**fields), PROOF)
    return page


def volume(**fields: Any) -> Page:
    (page, *_) = volume_pages(repository_dossier(**fields))
    return page


def two_components() -> dict[str, Any]:
    root = folder_dossier(path="", edges=EDGES, words=(README,))
    app, base = (folder_dossier(path=path, key_files=(KEY_FILE,)) for path in ("app", "base"))
    return {"root": root, "components": (Component(app), Component(base))}


def test_home_begins_with_the_repository_s_own_words() -> None:
    page = home(root=folder_dossier(path="", words=(README,)))
    assert page.ref == PageRef("listing")
    assert page.lead[0] == Quotation("Reads things.", Cite("README.md", 3))


def test_home_accounts_for_every_file() -> None:
    listed = (ListedFiles("binary file", ("a.png",)), ListedFiles("empty", (), (("m", "*", 4),)))
    paragraph, table = blocks(home(n_files=8, n_documented=3, listed=listed), "Coverage")
    assert isinstance(paragraph, Paragraph)
    assert paragraph.content[0] == Strong("3 documented + 5 listed = 8 files")
    assert isinstance(table, Table)
    assert table.rows == ((("1",), ("binary file",)), (("4",), ("empty",)))


def test_home_states_what_can_be_proved_and_how() -> None:
    (paragraph,) = blocks(home(), "Proof")
    assert isinstance(paragraph, Paragraph)
    assert paragraph.content[:3] == (
        Strong("3,400 links and 560 citations on 12 pages at c0ffee"),
        ": ",
        Code("repobook verify"),
    )


def test_home_tells_what_is_not_known() -> None:
    links = (LanguageLinks("Python", 100, (("exact", 60), ("dynamic", 40))),)
    unread = (Unread("a.py", 3, "syntax not understood"),)
    (bullets,) = blocks(home(links=links, unread=unread), "Honest Gaps")
    assert isinstance(bullets, Bullets)
    assert bullets.items[0][0] == "1 file with parse problems: "
    assert str(bullets.items[1][0]).startswith(
        "Python: 60% of 100 references resolve to a definition"
    )


def test_chapters_come_in_the_order_in_which_they_stand_on_each_other() -> None:
    titles = [section.title for section in volume(**two_components()).sections]
    assert titles == ["What It Is", "How It Is Organised", "base/", "app/"]


def test_contents_lead_to_the_chapters() -> None:
    (contents,) = volume(**two_components()).lead
    assert isinstance(contents, Bullets)
    assert contents.items[2] == (Link(PageRef("book"), "base/", "base"),)


def test_chapter_tells_what_leans_on_it_with_a_line() -> None:
    found = blocks(volume(**two_components()), "base/")
    flows = [block for block in found if isinstance(block, Bullets)][-1]
    assert Cite("app/a.py", 2) in flows.items[0]


def test_a_repository_without_large_folders_is_one_chapter() -> None:
    page = volume(root=folder_dossier(path="", key_files=(KEY_FILE,)))
    assert "Source Files" in [section.title for section in page.sections]


def test_files_at_the_top_are_a_chapter_where_they_are_much_of_it() -> None:
    file = KEY_FILE.file._replace(path="main.py", n_lines=500)
    root = folder_dossier(path="", files=(file,), key_files=(KEY_FILE._replace(file=file),))
    small, large = (
        volume(root=root, components=(Component(folder_dossier(path="lib", n_lines=n)),))
        for n in (1000, 9000)
    )
    assert blocks(small, "Top-Level Files")
    assert not blocks(large, "Top-Level Files")


def test_commands_are_told_where_they_belong() -> None:
    commands = (
        ShownCommand("Install it", "make", Place("README.md", 3)),
        ShownCommand("Running the tests", "make test", Place("README.md", 9)),
    )
    page = volume(commands=commands)
    assert blocks(page, "How It Is Built") == (
        Heading(3, (Code("Install it"),)),
        CodeBlock("make", "bash", Cite("README.md", 3)),
    )
    assert blocks(page, "How It Is Tested")[-1] == CodeBlock(
        "make test", "bash", Cite("README.md", 9)
    )


def test_registries_are_where_it_is_extended() -> None:
    (table,) = blocks(
        volume(registries=(Registry("route", 9, 3, "a.py", 5),)), "How It Is Extended"
    )
    assert isinstance(table, Table)
    assert table.rows[0][0] == (Code("route"),)


def test_risks_name_what_no_test_reaches() -> None:
    found = blocks(volume(untested=(KEY_FILE,)), "Risks")
    assert found[0] == Heading(3, ("Used by many files, but by no test",))


def test_a_very_long_volume_is_split_between_chapters() -> None:
    words = tuple(Words("long " * 20_000, "README.md", 1, 1) for _ in range(2))
    parts = [Component(folder_dossier(path=f"p{n}", words=words)) for n in range(3)]
    pages = list(volume_pages(repository_dossier(components=tuple(parts))))
    assert [page.ref.part for page in pages] == ["", "2", "3"]
    titles = [section.title for page in pages for section in page.sections]
    assert len(titles) == len(set(titles))


def test_verification_names_every_listed_file() -> None:
    listed = ListedFiles("binary file", ("a.png", "b.png"), (("m", "*.x", 4),))
    (page, *_) = verification_pages(repository_dossier(listed=(listed,)), PROOF)
    heading, bullets = blocks(page, "Listed Files")
    assert heading == Heading(3, ("binary file: 6 files",))
    assert isinstance(bullets, Bullets)
    assert bullets.items[1:] == ((Code("a.png"),), (Code("b.png"),))


def test_verification_names_every_place_that_was_not_read() -> None:
    unread = (Unread("a.py", 0, "not valid"), Unread("a.py", 7, "not valid"))
    (page, *_) = verification_pages(repository_dossier(unread=unread), PROOF)
    *_, table = blocks(page, "Parse Problems")
    assert isinstance(table, Table)
    assert [row[1] for row in table.rows] == [(Cite("a.py", 1),), (Cite("a.py", 7),)]


def test_readme_says_what_it_was_made_from() -> None:
    text = str(readme_page(repository_dossier()))
    assert "c0ffee" in text
    assert "repobook 1.0" in text
