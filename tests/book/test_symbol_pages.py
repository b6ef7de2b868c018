"""The page of a file's symbols."""

from typing import Any

from repobook.book.file.symbols.symbol_pages import symbol_pages, symbols_link
from repobook.model.blocks import (
    Cite,
    Code,
    Content,
    Facts,
    Heading,
    Link,
    Page,
    PageRef,
    Paragraph,
    Quoted,
)
from repobook.model.dossiers.dossier import (
    FileLine,
    ReferenceGroup,
    Subclass,
    Symbol,
    SymbolName,
    SymbolSection,
    Uses,
    UseSite,
)
from repobook.model.finding import Finding
from repobook.render.html.html_writer import written
from repobook.render.places import places_of
from tests.fakes.dossiers import file_dossier, symbol

TEXT = (
    'def run():\n    """Runs. All of it."""\n    return help_it()\n\n\ndef help_it():\n    pass\n'
)
OTHER = FileLine("pkg/other.py", "Python", "source", 0, 0, "documented", "", "")


def _page(symbols: tuple[Symbol, ...], **fields: Any) -> Page:
    (page,) = symbol_pages(file_dossier(text=TEXT, symbols=symbols, **fields))
    return page


def _facts(page: Page) -> dict[str, Content]:
    blocks = [block for section in page.sections for block in section.blocks]
    return {
        label: told for block in blocks if isinstance(block, Facts) for label, told in block.items
    }


def _run(section: SymbolSection | None = None, **fields: Any) -> Symbol:
    told = symbol(0, "run", 1, 3, signature="def run()", **fields)
    return told._replace(section=section or SymbolSection())


def test_a_file_without_sections_has_no_page() -> None:
    dossier = file_dossier(text=TEXT, symbols=(symbol(0, "run", 1, 3),))
    assert symbol_pages(dossier) == ()
    assert symbols_link(dossier) == ()


def test_sections_come_by_line_under_anchors_that_last() -> None:
    later = symbol(1, "a", 1, overload=2)._replace(section=SymbolSection())
    page = _page((_run(), later, symbol(2, "help_it", 6, 7)))
    headings = [block for block in page.sections[0].blocks if isinstance(block, Heading)]
    assert [heading.anchor for heading in headings] == [".run", ".a~2"]


def test_its_own_first_sentence_is_quoted_from_its_lines() -> None:
    page = _page((_run(doc="Runs. All of it."),))
    said = Paragraph((Quoted("Runs."), " ", Cite("pkg/mod.py", 2, is_here=True)))
    assert said in page.sections[0].blocks


def test_users_stand_by_folder_with_a_line_of_each_and_how_sure_it_is() -> None:
    sites = (
        UseSite("pkg/other.py", 4, 2, "exact"),
        UseSite("pkg/mod.py", 9, 1, "exact"),
        UseSite("far/away.py", 7, 1, "ambiguous"),
    )
    uses = Uses(14, 13, 12, 0, 13)
    section = SymbolSection(sites, 13, (("pkg", 12, 13), ("far", 1, 1)), 2)
    html = written(_page((_run(section, uses=uses),)), places_of([])).text
    assert "14× in 13 files, 1× uncertain: <code>pkg/</code> <a href=other.py_src.md#L4>" in html
    assert ">other.py L4</a> 2×, here <a " in html
    assert "<a href=../far/away.py_src.md#L7>far/away.py:7</a>" in html
    assert "</a> <i>ambiguous</i> and 10 more files<dt>" in html
    assert "<code>repobook refs pkg/mod.py::run</code>" in html
    assert "<code>pkg/</code> 12 files 13×, <code>far/</code> 1 file 1×" in html


def test_what_only_its_own_file_uses_says_where_first() -> None:
    section = SymbolSection((UseSite("pkg/mod.py", 3, 5, "exact"),), 1)
    page = _page((_run(section, uses=Uses(5, 1, 0, 0, 5)),))
    assert _facts(page) == {"Used": ("5× here, first at ", Cite("pkg/mod.py", 3, 0, "", True))}


def test_calls_lead_to_sections_where_there_are_some_and_count_the_rest() -> None:
    targets = [
        (SymbolName("pkg/mod.py", "help_it", "function"),),
        (SymbolName("pkg/other.py", "Thing", "class", 1, True),),
        (SymbolName("pkg/other.py", "_hidden", "function"),),
        (),
    ]
    groups = [
        ReferenceGroup(f"n{n}", "", "call", (3,), "exact" if names else "", "", names)
        for n, names in enumerate(targets)
    ]
    used_here = SymbolSection((UseSite("pkg/mod.py", 9, 1, "exact"),), 1)
    page = _page(
        (_run(used_here, uses=Uses(1, 0, 0, 0, 1)), symbol(1, "help_it", 6, 7)),
        references=tuple(groups),
        known={"pkg/other.py": OTHER},
    )
    assert _facts(page)["Calls"] == (
        Cite("pkg/mod.py", 6, 0, "help_it", True),
        ", ",
        Link(PageRef("symbols", "pkg/other.py"), "Thing", ".Thing", is_code=True),
        ", ",
        Link(PageRef("source", "pkg/other.py"), "_hidden", "._hidden", is_code=True),
        ", ",
        "1 external or unresolved",
    )


def test_relatives_and_findings_are_told() -> None:
    section = SymbolSection(
        subclasses=(Subclass("x.py", 8, "Sub", 2),),
        n_subclasses=3,
        overrides=(SymbolName("pkg/other.py", "Top.run", "method", 1, True),),
    )
    finding = Finding("no-eval", "warning", "security", 3, "runs text", "eval(x)")
    facts = _facts(_page((_run(section),), known={"pkg/other.py": OTHER}, findings=(finding,)))
    assert facts["Overrides"] == (
        Link(PageRef("symbols", "pkg/other.py"), "Top.run", ".Top.run", is_code=True),
    )
    assert facts["Subclassed by"][:4] == (Code("Sub"), " in ", Code("x.py"), " ")
    assert facts["Subclassed by"][-1] == " and in 2 more files"
    assert facts["Findings"][:2] == ("warning ", Code("no-eval"))


def test_the_first_part_of_a_long_page_has_the_anchors_of_all() -> None:
    many = tuple(
        symbol(n, f"f{n}", 1, doc="x", signature="y" * 230)._replace(
            section=SymbolSection(
                tuple(UseSite(f"a{m}/{n}.py", 1, 1, "inferred") for m in range(9))
            )
        )
        for n in range(400)
    )
    used = tuple(one._replace(uses=Uses(9, 9, 9)) for one in many)
    first, *others = symbol_pages(file_dossier(text=TEXT, symbols=used))
    anchors = [
        block.anchor
        for section in first.sections
        for block in section.blocks
        if isinstance(block, Heading)
    ]
    assert sorted(anchors) == sorted(f".f{n}" for n in range(400))
    assert others[0].ref == PageRef("symbols", "pkg/mod.py", "2")
    (stub,) = [block for block in first.sections[1].blocks[-1:] if isinstance(block, Heading)]
    assert stub.content == (Link(others[-1].ref, "f399", ".f399", is_code=True),)
