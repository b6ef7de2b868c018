"""Whatever a file holds, its page cites lines that are there and leads to what it has."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.analyse.purposes.own_purpose import own_purpose
from repobook.book.file.file_page import file_page
from repobook.book.shared.paging import paged
from repobook.languages import parse
from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Facts,
    Heading,
    Inline,
    Link,
    Page,
    Paragraph,
    Quotation,
    Table,
)
from repobook.model.dossiers.dossier import FileDossier, ReferenceGroup, Symbol, Uses
from repobook.model.facts import COLUMN_BITS
from repobook.model.graph import Unit
from repobook.text.decode import decode
from repobook.text.lines import split_lines
from repobook.text.naming.slugs import anchor
from tests.fakes.dossiers import file_dossier

PIECES = (
    *(
        "def f(a):",
        "    if a:",
        "        raise ValueError(a)",
        "    return a",
        "class A(B):",
        "x = 1",
    ),
    *('"""Says something. More."""', "# TODO: mend", "int main(void) {", "  if (a) return 1;", "}"),
    *("namespace at {", "/* Adds all things. */", "// NOTE", "function g() { throw new E(1) }"),
    *(
        "# Title",
        "key: value",
        "  inner: 1",
        "- `a.py`: Lists files",
        "[section]",
        '{"k": {"l": 1}}',
    ),
    *("", "\t", "<script>", "`" * 5, "|", "\x0c", "\u2028", "\u202e", "…", "\\", "@internal"),
)
LANGUAGES = ("Python", "C++", "JavaScript", "Markdown", "YAML", "JSON", "CMake", "Text")


@settings(max_examples=25)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from(["\n", "\r\n", "\r"]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_hold_together(language: str, pieces: list[str], end: str) -> None:
    dossier = _dossier(language, end.join(pieces))
    for page in paged(file_page(dossier)):
        anchors = [b.anchor for b in _blocks(page) if isinstance(b, Heading) and b.anchor]
        assert len(anchors) == len(set(anchors))
        there = {anchor(section.title) for section in page.sections} | set(anchors)
        for inline in _inlines(page):
            if isinstance(inline, Cite):
                _check(inline, dossier)
            elif isinstance(inline, Link) and inline.page == page.ref and inline.anchor:
                assert inline.anchor in there


def _dossier(language: str, text: str) -> FileDossier:
    facts = parse(language, text.encode())
    shown = decode(text.encode()).data.decode()
    unit = Unit("pkg/mod.py", language, "source", facts.definitions, facts.imports)
    unit = unit._replace(references=facts.references)
    uses = Uses(3, 2, 1, 0, 2, (("o.py", 2),), 1)
    groups = [
        ReferenceGroup(
            found.name,
            found.receiver,
            found.role,
            tuple(position >> COLUMN_BITS for position in found.positions),
            "",
            "unknown",
            (),
        )
        for found in facts.references
    ]
    return file_dossier(
        language=language,
        text=shown,
        lines=tuple(split_lines(shown)),
        n_lines=len(split_lines(shown)),
        doc=facts.doc,
        summary=facts.summary,
        purpose=own_purpose(unit, (), facts.texts, facts.summary, facts.opening, facts.inner_words),
        symbols=tuple(Symbol(n, found, 1, uses) for n, found in enumerate(facts.definitions)),
        references=tuple(groups),
        notes=facts.notes,
        decisions=facts.decisions,
        settings=facts.settings,
        findings=facts.findings,
        diagnostics=tuple(tuple(found) for found in facts.diagnostics),
    )


def _check(cite: Cite, dossier: FileDossier) -> None:
    if cite.path == dossier.path:
        last = cite.end_line or cite.line
        assert 1 <= cite.line <= last <= max(len(dossier.lines), 1)
        cited = " ".join(" ".join(dossier.lines[cite.line - 1 : last]).split())
        assert " ".join(cite.code.split()) in cited


def _blocks(page: Page) -> list[Block]:
    return [*page.lead, *(block for section in page.sections for block in section.blocks)]


def _inlines(page: Page) -> Iterator[Inline]:
    for block in _blocks(page):
        match block:
            case Heading() | Paragraph():
                yield from block.content
            case Bullets():
                yield from (inline for item in block.items for inline in item)
            case Facts():
                yield from (inline for _, value in block.items for inline in value)
            case Table():
                yield from (inline for row in block.rows for cell in row for inline in cell)
                yield from block.rest
            case Quotation():
                yield block.cite
