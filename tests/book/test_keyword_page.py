"""The keyword index of a file: groups by kind, lines, sections that are really there."""

from repobook.book.file.file_page import file_page
from repobook.book.file.keyword_page import keyword_pages
from repobook.model.blocks import Heading, Link, Page, Table
from repobook.model.dossiers.dossier import FileDossier, FileLine, Keyword, ReferenceGroup, Uses
from tests.book.views import plain, told
from tests.fakes.dossiers import file_dossier, symbol

TEXT = "def paged_cache():\n    pass\n\n\npaged_cache()\nflush(paged_cache())\n"


def _page(dossier: FileDossier) -> Page:
    (page,) = keyword_pages(dossier, file_page(dossier))
    return page


def _tables(page: Page, title: str) -> dict[str, list[list[str]]]:
    """By the heading above: the rows."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    for block in next(section for section in page.sections if section.title == title).blocks:
        if isinstance(block, Heading):
            heading = plain(block.content)
        elif isinstance(block, Table):
            found[heading] = [[plain(cell) for cell in row] for row in block.rows]
    return found


DOSSIER = file_dossier(
    text=TEXT,
    symbols=(symbol(0, "paged_cache", 1, 2, complexity=3),),
    references=(
        ReferenceGroup("paged_cache", "", "call", (5, 6), "exact", "", ()),
        ReferenceGroup("flush", "", "call", (6,), "exact", "", ()),
    ),
    keywords=(
        Keyword("paged_cache", "function", 1, 5, ("a.py", "b.py")),
        Keyword("flush", "used name", 6),
        Keyword("cache", "term", 1),
        Keyword("mod", "path", 0),
    ),
    n_keywords=9,
    known={"a.py": FileLine("a.py", "Python", "source", 1, 1, "documented", "", "")},
)


def test_sections_are_those_of_the_contract() -> None:
    assert [section.title for section in _page(DOSSIER).sections] == [
        "File Information",
        "Keywords Extracted",
        "Keyword → Section Map",
    ]


def test_keywords_are_grouped_by_kind_with_lines_and_words() -> None:
    tables = _tables(_page(DOSSIER), "Keywords Extracted")
    assert list(tables) == ["Functions", "Used names", "Terms", "Path terms"]
    ((rank, keyword, words, used, sections, elsewhere),) = tables["Functions"]
    assert (rank, words, used) == ("1", "paged cache", "[L5], [L6]")
    assert keyword == "[paged_cache L1]"
    assert "[Detailed Analysis]" in sections
    assert elsewhere == "[a.py], `b.py` and 3 more"


def test_what_is_left_out_is_told() -> None:
    assert "Keywords: 4 of 9, best first" in told(_page(DOSSIER).sections[0].blocks)


def test_map_names_the_keywords_of_each_section_that_is_there() -> None:
    page = _page(DOSSIER)
    rows = _tables(page, "Keyword → Section Map")[""]
    titles = {section.title for section in file_page(DOSSIER).sections}
    assert {row[0].strip("[]") for row in rows} <= titles
    assert ["[Original Source]", "3", "with lines, [L1-6]"] in rows
    assert any(row[0] == "[Detailed Analysis]" and "`paged_cache`" in row[2] for row in rows)


def test_every_anchor_is_a_section_or_a_symbol_of_the_other_page() -> None:
    documentation = file_page(DOSSIER)
    anchors = {
        block.anchor
        for section in documentation.sections
        for block in section.blocks
        if isinstance(block, Heading)
    }
    links = [
        inline
        for section in _page(DOSSIER).sections
        for block in section.blocks
        if isinstance(block, Table)
        for row in block.rows
        for cell in row
        for inline in cell
        if isinstance(inline, Link) and inline.anchor.startswith("symbol-")
    ]
    assert [link.anchor in anchors for link in links] == [True]


def test_details_are_those_of_the_definition_in_that_line() -> None:
    text = "class A:\n    def run(self): pass\n\n\nclass B:\n    def run(self): pass\n"
    names = [("A", 1, "class"), ("A.run", 2, "method"), ("B", 5, "class"), ("B.run", 6, "method")]
    symbols = tuple(
        symbol(n, name, line, line + 1, kind=kind, complexity=3, uses=Uses(4, 3, 3, 0, 4, (), 3))
        for n, (name, line, kind) in enumerate(names)
    )
    dossier = file_dossier(text=text, symbols=symbols, keywords=(Keyword("run", "method", 2),))
    cells = [
        cell
        for section in _page(dossier).sections
        for block in section.blocks
        if isinstance(block, Table)
        for row in block.rows
        for cell in row
    ]
    anchors = [part.anchor for cell in cells for part in cell if isinstance(part, Link)]
    assert "symbol-a-run" in [one.lower() for one in anchors]
    assert "symbol-b-run" not in [one.lower() for one in anchors]


def test_line_of_a_term_is_one_that_holds_it() -> None:
    text = "from torch.testing import (\n    one,\n    two,\n)\nx = 1\n"
    keywords = (Keyword("testing", "term", 3), Keyword("absent", "term", 5))
    rows = _tables(_page(file_dossier(text=text, keywords=keywords)), "Keywords Extracted")["Terms"]
    assert [row[1] for row in rows] == ["[testing L1]", "`absent`"]


def test_file_without_keywords_says_so() -> None:
    page = _page(file_dossier(text=""))
    assert [section.title for section in page.sections] == ["File Information"]


def test_name_that_does_not_stand_in_its_line_is_no_citation() -> None:
    dossier = file_dossier(text="x\n", keywords=(Keyword("evil|`name", "function", 1),))
    (row,) = _tables(_page(dossier), "Keywords Extracted")["Functions"]
    assert row[:2] == ["1", "`evil|`name` [L1]"]


def test_definitions_are_led_to_only_where_they_are_told() -> None:
    (section, *_) = _page(DOSSIER).sections
    assert "Definitions: [all 1]" in told(section.blocks)
    without = file_page(DOSSIER)._replace(sections=())
    (page,) = keyword_pages(DOSSIER, without)
    assert "Definitions" not in " ".join(told(page.sections[0].blocks))


def test_section_speaks_of_a_keyword_in_capitals_too_whatever_letters_stand_beside_it() -> None:
    for words in ("See FLUSH.", "Ünder FLUSH."):
        dossier = file_dossier(
            text=f'"""Adds things.\n\n{words}"""\n',
            doc=f"Adds things.\n\n{words}",
            keywords=(Keyword("flush", "term", 1),),
            n_keywords=1,
        )
        rows = _tables(_page(dossier), "Keyword → Section Map")[""]
        assert ["[File Purpose]", "1", "`flush`"] in rows
