"""File Metadata: the fact strip. Each fact is its own evidence or leads to the section with it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from repobook.book.file.related_files import paths_related_by
from repobook.book.file.tests.case_table import cases_of
from repobook.book.file.tests.likely_tests import is_led_here, likely_tests
from repobook.book.shared.graph.pictures import timeline
from repobook.book.shared.inline import counted, file_link, here, joined
from repobook.model.blocks import Block, Cite, Code, Content, Facts, Link, PageRef, Quoted
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.finding import SEVERITIES
from repobook.model.graph import DEPENDENCY_KINDS, IMPORT_KINDS
from repobook.text.naming.slugs import anchor

TITLE: Final = "File Metadata"
LAST_CHANGE: Final = "Last change"
CHANGES: Final = "Changes"
_TESTED: Final = "Tested by"
_HEADER_LINES: Final = 40


class _Relation(NamedTuple):
    """Files in one relation to this one, and the section that lists them."""

    label: str
    paths: Sequence[str]
    section: str
    noun: str = "file"
    is_ranked: bool = False
    """Whether the best stand first; else they stand in no order."""


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    months = dossier.past.months if dossier.past else ()
    repeated = tuple(_essential_facts(dossier))
    facts = Facts((*_facts(dossier), *repeated), n_repeated=len(repeated))
    return facts, *timeline("Commits", months)


def essentials(dossier: FileDossier) -> Content:
    """The facts that a reader looks for first, on one line."""
    parts: list[Content] = [
        (dossier.language,),
        (counted(dossier.n_lines, "line"),),
        (dossier.role,),
    ]
    relations = list(_relations(dossier))
    likely = {path for relation in relations if relation.is_ranked for path in relation.paths}
    for relation in relations:
        if relation.label != _TESTED or not likely.issuperset(relation.paths):
            parts.append((f"{relation.label.lower()} ", *_named(dossier, relation)))
    if cases := _cases(dossier):
        label, value = cases
        parts.append((f"{label.lower()} ", *value))
    if dossier.past:
        parts.append((f"last changed {dossier.past.date}",))
    return joined(parts, " · ")


def _facts(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    yield "Bytes", (f"{dossier.n_bytes:,}",)
    if reason := _recognised(dossier):
        yield "Role", (dossier.role, *reason)
    if severities := _severities(dossier):
        yield "Findings", (severities,)
    if dossier.rank.is_entry and dossier.rank.entry_line:
        yield "Entry point", (here(dossier, dossier.rank.entry_line),)
    yield from _past(dossier)
    if dossier.owners:
        yield "Owners", joined(_owners(dossier))
    yield "Blob", (Code(dossier.blob),)


def _essential_facts(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    """What `essentials` says too."""
    yield "Language", (dossier.language,)
    if dossier.n_lines:
        yield "Lines", (f"{dossier.n_lines:,} ", here(dossier, 1, dossier.n_lines))
    if not _recognised(dossier):
        yield "Role", (dossier.role,)


def _recognised(dossier: FileDossier) -> Content:
    """By what the role was recognised, where that is not the language alone."""
    reason = dossier.role_reason
    if not reason or reason == f"{dossier.language} file":
        return ()
    return (f", by {reason}", *_sign(dossier))


def _sign(dossier: FileDossier) -> Content:
    """The header line by which the role was recognised."""
    _, is_header, sign = dossier.role_reason.partition("header says ")
    if is_header:
        for number, line in enumerate(dossier.lines[:_HEADER_LINES], 1):
            if sign.lower() in line.lower():
                return " ", here(dossier, number)
    return ()


def _relations(dossier: FileDossier) -> Iterator[_Relation]:
    """The relations to other files that are not empty."""
    edges = dossier.edges_in
    importers, tests = paths_related_by(edges, IMPORT_KINDS), likely_tests(dossier)
    likely = "Likely tests" if tests and is_led_here(tests[0]) else "Low-confidence tests"
    relations = (
        _Relation("Imports", [*paths_related_by(dossier.edges_out, IMPORT_KINDS)], "Dependencies"),
        _Relation("Imported by", [*importers], "Dependencies"),
        _Relation(
            "Used without import by",
            [*paths_related_by(edges, DEPENDENCY_KINDS) - importers],
            "Dependencies",
        ),
        _Relation(
            _TESTED, [*paths_related_by(edges, {"test"})], "High-Level Overview", "test file"
        ),
        _Relation(likely, [test.path for test in tests], "Testing & Usage", is_ranked=True),
    )
    return (relation for relation in relations if relation.paths)


def _named(dossier: FileDossier, relation: _Relation) -> Content:
    """One file by its name, of several the best where one is."""
    first, *others = relation.paths
    if not others:
        return (file_link(dossier, first),)
    if not relation.is_ranked:
        return (_counted(dossier, relation),)
    more = _to_section(dossier, f"{len(others):,} more", relation.section)
    return file_link(dossier, first), " and ", more


def _counted(dossier: FileDossier, relation: _Relation) -> Link:
    """The number of files, linked to the section that lists them."""
    return _to_section(dossier, counted(len(relation.paths), relation.noun), relation.section)


def _cases(dossier: FileDossier) -> tuple[str, Content] | None:
    n, label = len(cases_of(dossier)), "Cases" if dossier.role == "test" else "Tests inside"
    return (label, (_to_section(dossier, f"{n:,}", "Testing & Usage"),)) if n else None


def _to_section(dossier: FileDossier, text: str, title: str) -> Link:
    return Link(PageRef("file", dossier.path), text, anchor(title))


def _severities(dossier: FileDossier) -> str:
    n_by_severity = Counter[str](finding.severity for finding in dossier.findings)
    n_suppressed = n_by_severity["suppressed"]
    counts = [counted(n_by_severity[s], s) for s in SEVERITIES if s in n_by_severity]
    return ", ".join([*counts, *([f"{n_suppressed:,} suppressed"] if n_suppressed else [])])


def _past(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    if past := dossier.past:
        yield LAST_CHANGE, (f"{past.date} in ", Code(past.commit[:12]))
        yield CHANGES, (counted(past.n_changes, "commit"),)
    elif dossier.repository.history:
        yield LAST_CHANGE, ("unknown",)


def _owners(dossier: FileDossier) -> Iterator[Content]:
    for owner in dossier.owners:
        cite = Cite(owner.proof, owner.line, is_here=owner.proof == dossier.path)
        for name in owner.owners:
            yield Quoted(name), " ", cite
