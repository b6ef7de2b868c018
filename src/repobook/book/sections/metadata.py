"""File Metadata: the fact strip. Each fact is its own evidence or leads to the section with it."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from repobook.book.cases import cases_of
from repobook.book.likely_tests import is_led_here, likely_tests
from repobook.book.pictures import timeline
from repobook.book.pieces import counted, here, joined
from repobook.book.ties import LEANING, TAKING, n_tied
from repobook.model.blocks import Block, Cite, Code, Content, Facts, Link, PageRef, Quoted
from repobook.model.dossier import FileDossier
from repobook.model.findings import SEVERITIES
from repobook.text.names import anchor

TITLE: Final = "File Metadata"


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    months = dossier.past.months if dossier.past else ()
    return Facts(tuple(_facts(dossier))), *timeline("Commits", months)


def essentials(dossier: FileDossier) -> Content:
    """The facts that a reader looks for first, on one line."""
    found: list[Content] = [
        (dossier.language,),
        (counted(dossier.n_lines, "line"),),
        (dossier.role,),
    ]
    for label, value in _relations(dossier):
        found.append((f"{label.lower()} ", *value))
    return joined(found, " · ")


def _facts(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    yield "Language", (dossier.language,)
    if dossier.n_lines:
        yield "Lines", (f"{dossier.n_lines:,} ", here(dossier, 1, dossier.n_lines))
    yield "Bytes", (f"{dossier.n_bytes:,}",)
    yield "Role", (dossier.role,)
    yield from _relations(dossier)
    if dossier.findings:
        yield "Findings", (_severities(dossier),)
    if dossier.rank.is_entry and dossier.rank.entry_line:
        yield "A program begins", (here(dossier, dossier.rank.entry_line),)
    yield from _past(dossier)
    if dossier.owners:
        yield "Owners", joined(_owners(dossier))
    yield "Blob", (Code(dossier.blob),)


def _relations(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    """How it hangs together with others: in how many files, and the section that tells which."""
    for label, edges in (("Imports", dossier.edges_out), ("Imported by", dossier.edges_in)):
        if n := n_tied(edges, TAKING):
            yield label, (_to_section(dossier, counted(n, "file"), "Dependencies"),)
    if n := n_tied(dossier.edges_in, LEANING) - n_tied(dossier.edges_in, TAKING):
        value = _to_section(dossier, counted(n, "file"), "Dependencies")
        yield "Used, not imported, by", (value,)
    if n := n_tied(dossier.edges_in, {"test"}):
        yield "Tested by", (_to_section(dossier, counted(n, "test file"), "High-Level Overview"),)
    if tests := likely_tests(dossier):
        label = "Likely tests" if is_led_here(tests[0]) else "Guessed tests"
        yield label, (_to_section(dossier, counted(len(tests), "file"), "Testing & Usage"),)
    if n := len(cases_of(dossier)):
        label = "Cases" if dossier.role == "test" else "Tests in it"
        yield label, (_to_section(dossier, f"{n:,}", "Testing & Usage"),)


def _to_section(dossier: FileDossier, text: str, title: str) -> Link:
    return Link(PageRef("file", dossier.path), text, anchor(title))


def _severities(dossier: FileDossier) -> str:
    n_by_severity = Counter[str](finding.severity for finding in dossier.findings)
    return ", ".join(counted(n_by_severity[s], s) for s in SEVERITIES if s in n_by_severity)


def _past(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    if past := dossier.past:
        yield "Last change", (f"{past.date} in ", Code(past.commit[:12]))
        yield "Changes", (counted(past.n_changes, "commit"),)
    elif dossier.repository.history:
        yield "Last change", ("unknown",)


def _owners(dossier: FileDossier) -> Iterator[Content]:
    for owner in dossier.owners:
        cite = Cite(owner.proof, owner.line, is_here=owner.proof == dossier.path)
        for name in owner.owners:
            yield Quoted(name), " ", cite
