"""The section of a symbol: its place, documentation, users and dependencies."""

import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from repobook.book.file.outline import signature, used
from repobook.book.file.symbols.implemented import implemented
from repobook.book.file.symbols.important_symbols import TYPES
from repobook.book.file.symbols.symbol_details import uses_in_roles
from repobook.book.shared.citations import first_of, named_here, sure, there
from repobook.book.shared.inline import counted, folder_of, here, joined
from repobook.book.shared.quotations import quotation_at
from repobook.book.shared.symbol_links import distinct, own_link, symbol_id, symbol_link
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Facts,
    Heading,
    Link,
    PageRef,
    Paragraph,
    Quoted,
)
from repobook.model.dossiers.dossier import (
    MANY_HOMONYMS,
    FileDossier,
    ImplementedOperator,
    ReferenceGroup,
    Subclass,
    Symbol,
    SymbolName,
    SymbolSection,
    UseSite,
)
from repobook.model.finding import Finding
from repobook.text.documents.sentences import first_sentence
from repobook.text.naming.alphabet import part_of
from repobook.text.naming.slugs import symbol_anchor
from repobook.text.naming.symbol_sections import is_indexed
from repobook.text.spans import innermost

_MAX_CALLS: Final = 6
_MAX_TARGETS: Final = 3
_MAX_FINDINGS: Final = 5
_MAX_RELATIVES: Final = 10
_HEAD_LINES: Final = 10
_LONG: Final = 50
"""From so many lines on, their number is shown."""

Fact = tuple[str, Content]


class SymbolSections:
    """Sections of one file; indexes what all of them look up once."""

    def __init__(self, dossier: FileDossier) -> None:
        self._dossier = dossier
        self._own = {(s.definition.qualname, s.overload): s for s in dossier.symbols}
        self._calls = uses_in_roles(dossier, frozenset(["call", "macro"]))
        self._bases = uses_in_roles(dossier, frozenset(["inherit"]))
        self._findings = _findings_by_symbol(dossier)
        self._operators: defaultdict[int, list[ImplementedOperator]] = defaultdict(list)
        for operator in dossier.operators:
            self._operators[operator.symbol].append(operator)

    def blocks(self, symbol: Symbol) -> Iterator[Block]:
        definition, section = symbol.definition, symbol.section or SymbolSection()
        place = symbol_anchor(definition.qualname, symbol.overload)
        yield Heading(3, (Code(definition.qualname),), place)
        yield Paragraph(joined(_standing(self._dossier, symbol, section), " · "))
        if documentation := _documentation(self._dossier, symbol):
            yield documentation
        facts = [
            *self._implements(symbol),
            *_users(self._dossier, symbol, section),
            *self._relatives(section),
            *self._needs(symbol),
            *_findings(self._dossier, self._findings.get(symbol.n, ())),
        ]
        if facts:
            yield Facts(tuple(facts))

    def _implements(self, symbol: Symbol) -> Iterator[Fact]:
        if symbol.n in self._operators:
            yield "Implements", implemented(self._dossier, self._operators[symbol.n])

    def _relatives(self, section: SymbolSection) -> Iterator[Fact]:
        relatives = (
            ("Also declared or defined in", section.same),
            ("Overrides", section.overrides),
            ("Overridden by", section.overridden),
        )
        for label, names in relatives:
            if names:
                yield label, first_of([self._name(name, False) for name in names], _MAX_RELATIVES)
        if section.subclasses:
            subclasses = [_subclass(subclass) for subclass in section.subclasses]
            n_more = section.n_subclasses - len(subclasses)
            more = (f" and in {counted(n_more, 'more file')}",) if n_more else ()
            yield "Subclassed by", (*joined(subclasses), *more)

    def _needs(self, symbol: Symbol) -> Iterator[Fact]:
        first, last = symbol.definition.line, symbol.definition.end_line
        if symbol.definition.kind not in TYPES:
            # What nothing uses is not met anywhere: whoever reads it has its calls before him.
            if not symbol.uses.n_places:
                return
            yield from self._led("Calls", self._calls.within(first, last))
        else:
            # Classes inside have bases of their own, further down.
            head = self._bases.within(first, min(last, first + _HEAD_LINES))
            yield from self._led("Base classes", head)

    def _led(self, label: str, uses: Iterable[tuple[int, ReferenceGroup]]) -> Iterator[Fact]:
        """Each once; what leads nowhere in the repository is counted."""
        groups = {id(group): group for _, group in uses}.values()
        led = dict.fromkeys((g.targets, g.confidence) for g in groups if g.targets)
        items = [self._targets(*one) for one in list(led)[:_MAX_CALLS]]
        counts = (
            (len(led) - _MAX_CALLS, "more"),
            (sum(not group.targets for group in groups), "external or unresolved"),
        )
        items += [(f"{n:,} {what}",) for n, what in counts if n > 0]
        if led:
            yield label, joined(items)

    def _targets(self, names: Iterable[SymbolName], confidence: str) -> Content:
        targets = distinct(names)
        shown_names = joined([self._name(name) for name in targets[:_MAX_TARGETS]], " or ")
        n_more = len(targets) - _MAX_TARGETS
        more = (f" or {n_more:,} others",) if n_more > 0 else ()
        return *shown_names, *more, *sure(confidence)

    def _name(self, name: SymbolName, is_used: bool = True) -> Content:
        own = self._own.get((name.qualname, name.overload))
        if name.path != self._dossier.path or own is None:
            return (symbol_link(self._dossier, name, is_used),)
        if own.section is not None:
            return (own_link(self._dossier, own, name.qualname),)
        return named_here(self._dossier, own.definition.name, own.definition.line)


def _standing(dossier: FileDossier, symbol: Symbol, section: SymbolSection) -> Iterator[Content]:
    definition = symbol.definition
    yield (here(dossier, definition.line, definition.end_line),)
    yield (definition.kind.replace("_", " "),)
    if definition.signature != definition.name:
        yield (Code(signature(symbol)),)
    if (n_lines := definition.end_line - definition.line + 1) >= _LONG:
        yield (f"{n_lines:,} lines",)
    if definition.complexity > 1:
        yield (f"complexity {definition.complexity:,}, nesting {definition.nesting:,}",)
    if section.n_homonyms:
        more = " or more" if section.n_homonyms == MANY_HOMONYMS else ""
        yield (_homonyms(dossier, symbol, counted(section.n_homonyms, "namesake") + more),)


def _homonyms(dossier: FileDossier, symbol: Symbol, text: str) -> Link | str:
    """The index from A to Z has them, where it has the name."""
    definition = symbol.definition
    if not is_indexed(definition.kind, dossier.role, definition.exported):
        return text
    part = part_of(definition.name, dossier.repository.is_fine_index).label
    return Link(PageRef("a-z", part=part), text)


def _documentation(dossier: FileDossier, symbol: Symbol) -> Paragraph | None:
    """The first sentence of its documentation, which stands in it or above it."""
    doc = symbol.definition.doc
    sentence = first_sentence(doc)
    if not sentence:
        return None
    quote = quotation_at(dossier, doc.strip().partition("\n\n")[0], symbol.definition)
    return Paragraph((Quoted(sentence), " ", quote.cite)) if quote else None


def _users(dossier: FileDossier, symbol: Symbol, section: SymbolSection) -> Iterator[Fact]:
    if not symbol.uses.n_places:
        return
    sites = joined(_by_folder(dossier, section.sites), " · ")
    if not symbol.uses.n_elsewhere:
        first = min(site.line for site in (*section.sites, *section.tests))
        where = ", first at " if symbol.uses.n_places > 1 else ": "
        yield "Used", (f"{used(symbol.uses)}{where}", here(dossier, first))
        return
    yield "Used", (used(symbol.uses), *((": ", *sites) if sites else ()), *_more(section))
    if section.folders:
        folders: list[Content] = [
            (Code(f"{folder}/" if folder else "./"), f" {counted(n_files, 'file')} {n_places:,}×")
            for folder, n_files, n_places in section.folders
        ]
        yield "In folders", first_of(folders, len(folders), section.n_folders)
    n_tests = section.n_tests - len(section.tests)
    if section.tests:
        tests = joined(_by_folder(dossier, section.tests), " · ")
        more = (f" and {counted(n_tests, 'more test file')}",) if n_tests else ()
        yield "Tests", (*tests, *more)
    if n_tests or section.n_sites > len(section.sites):
        yield "All uses", (Code(f"repobook refs {shlex.quote(symbol_id(dossier, symbol))}"),)


def _more(section: SymbolSection) -> Content:
    n_more = section.n_sites - len(section.sites)
    return (f" and {counted(n_more, 'more file')}",) if n_more else ()


def _by_folder(dossier: FileDossier, sites: Iterable[UseSite]) -> Iterator[Content]:
    """Sites grouped by folder, in the order of the best site of each."""
    by_folder: defaultdict[str, list[UseSite]] = defaultdict(list)
    for site in sites:
        by_folder[folder_of(site.path)].append(site)
    for folder, folder_sites in by_folder.items():
        is_one = len(folder_sites) == 1
        around = () if is_one or not folder else (Code(f"{folder}/"), " ")
        yield *around, *joined([_site(dossier, site, is_one) for site in folder_sites])


def _site(dossier: FileDossier, site: UseSite, is_whole: bool) -> Content:
    n_places = (f" {site.n_places:,}×",) if site.n_places > 1 else ()
    return *_place(dossier, site, is_whole), *n_places, *sure(site.confidence)


def _place(dossier: FileDossier, site: UseSite, is_whole: bool) -> Content:
    if site.path == dossier.path:
        return "here ", there(site.path, site.line)
    if is_whole:
        return (there(site.path, site.line)._replace(is_here=False),)
    return Code(site.path.rpartition("/")[2]), " ", there(site.path, site.line)


def _subclass(subclass: Subclass) -> Content:
    name = (Code(subclass.qualname), " in ") if subclass.qualname else ()
    n_places = (f" {subclass.n_places:,}×",) if subclass.n_places > 1 else ()
    return *name, Code(subclass.path), " ", there(subclass.path, subclass.line), *n_places


def _findings_by_symbol(dossier: FileDossier) -> dict[int, list[Finding]]:
    """By the number of the innermost symbol with a section around it."""
    to_act_on = [finding for finding in dossier.findings if finding.asks_to_act]
    if not to_act_on:
        return {}
    spans = [
        (symbol.definition.line, symbol.definition.end_line, symbol.n)
        for symbol in dossier.symbols
        if symbol.section is not None
    ]
    findings_by_number: defaultdict[int, list[Finding]] = defaultdict(list)
    numbers = innermost(spans, [finding.line for finding in to_act_on])
    for finding, n in zip(to_act_on, numbers, strict=True):
        findings_by_number[n].append(finding)
    return findings_by_number


def _findings(dossier: FileDossier, findings: Sequence[Finding]) -> Iterator[Fact]:
    by_rule: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for finding in findings:
        by_rule[finding.severity, finding.rule, finding.message].append(finding.line)
    items: list[Content] = [
        (
            f"{severity} ",
            Code(rule),
            " ",
            *joined([(here(dossier, n),) for n in lines]),
            ": ",
            message,
        )
        for (severity, rule, message), lines in by_rule.items()
    ]
    if items:
        yield "Findings", first_of([*items], _MAX_FINDINGS)
