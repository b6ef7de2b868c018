"""The page of a file as a whole."""

import pytest

from repobook.book.file import file_page as module
from repobook.book.file.file_page import SECTIONS, SectionMaker, file_page
from repobook.model.blocks import PageRef, Paragraph, SourceText
from repobook.model.dossiers.dossier import Edge, ReferenceGroup, Registration, Uses
from tests.book.views import plain, told
from tests.fakes.dossiers import file_dossier, symbol

ORDER = [
    "File Purpose",
    "High-Level Overview",
    "Detailed Analysis",
    "Architecture & Design",
    "Dependencies",
    "Code Patterns & Idioms",
    "Performance Considerations",
    "Security & Safety",
    "Testing & Usage",
    "Related Files",
    "Cross-References",
    "File Metadata",
    "Original Source",
]


def test_sections_stand_in_the_order_of_a_reader() -> None:
    titles = [maker.title for maker in SECTIONS]
    assert titles == [title for title in ORDER if title in titles]


def test_the_lead_tells_what_others_use_and_ends_with_the_sections() -> None:
    used = symbol(0, "add", 1, 2, uses=Uses(4, 3, 3, 0, 4, (), 3))
    page = file_page(file_dossier(text="def add():\n    pass\n", symbols=(used,)))
    leads = [block.content for block in page.lead if isinstance(block, Paragraph)]
    assert plain(leads[0]) == "Python · 2 lines · source"
    assert plain(leads[1]) == "Most used `add` [L1-2] (3 files)"
    assert len(leads) == 2
    assert page.lists_sections


def test_what_is_declared_and_defined_in_a_file_is_listed_once() -> None:
    uses = Uses(4, 3, 3, 0, 4, (), 3)
    declared, defined = symbol(0, "add", 1, 1, uses=uses), symbol(1, "add", 3, 5, uses=uses)
    page = file_page(file_dossier(text="int add();\n" * 5, symbols=(declared, defined)))
    assert "Most used `add` [L3-5] (3 files)" in told(page.lead)


def test_the_lead_begins_with_what_the_file_is_for() -> None:
    page = file_page(file_dossier(text='"""Adds all numbers."""\n', doc="Adds all numbers."))
    assert told(page.lead)[0] == "“Adds all numbers.” [L1]"


def test_the_lead_shows_what_is_entered_into_registries() -> None:
    dossier = file_dossier(
        text="@register(add)\ndef f():\n    pass\n",
        references=(ReferenceGroup("register", "", "decorator", (1,), "", "", ()),),
        registrations=(Registration("register", 9, 3),),
    )
    page = file_page(dossier)
    assert "Registers with [@register(add) L1]" in told(page.lead)


def test_what_would_lead_to_a_section_that_is_not_there_is_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [maker for maker in SECTIONS if maker.title != "Dependencies"]
    empty = SectionMaker("Dependencies", lambda dossier: ())
    monkeypatch.setattr(module, "SECTIONS", (*made, empty))
    edges = tuple(Edge(path, "import", 1, "exact", 1) for path in ("b.py", "c.py"))
    page = file_page(file_dossier(edges_in=edges))
    assert "imported by 2 files" in told(page.lead)[0]


def test_a_page_leads_up_home_and_to_its_keywords() -> None:
    page = file_page(file_dossier(path="a/b/c.py"))
    assert dict(page.neighbours)["up"] == PageRef("listing", "a/b")
    assert dict(page.neighbours)["keywords"] == PageRef("keywords", "a/b/c.py")


def test_the_text_is_there_character_for_character() -> None:
    text = "a\r\nb\x0c\x85\u2028c\n\n"
    page = file_page(file_dossier(text=text))
    sources = [b for s in page.sections for b in s.blocks if isinstance(b, SourceText)]
    assert [source.text for source in sources] == [text]


def test_a_missing_text_says_why() -> None:
    page = file_page(file_dossier(source_missing="larger than 20 MB"))
    (section,) = [section for section in page.sections if section.title == "Original Source"]
    assert section.blocks == (Paragraph(("The source is not shown: larger than 20 MB.",)),)


def test_the_same_dossier_gives_the_same_page() -> None:
    dossier = file_dossier(text="x = 1\n", symbols=(symbol(0, "x", 1),))
    assert file_page(dossier) == file_page(dossier)


def test_cases_stand_where_a_source_has_its_steps() -> None:
    case = symbol(0, "test_adds", 1, 2)
    text = "def test_adds():\n    assert add(1) == 2\n"
    page = file_page(file_dossier(path="test_a.py", role="test", text=text, symbols=(case,)))
    titles = [section.title for section in page.sections]
    assert titles.index("Testing & Usage") < titles.index("Detailed Analysis")
