"""Languages: a folder for each family, found without a registry.

The ``__init__`` of a folder lists its ``LANGUAGES``. Everything else in it is loaded when a file of
the language is met.
"""

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from repobook.findings.run import Plan, all_rules, findings, plan_for
from repobook.model.facts import Description, Diagnostic, FileFacts
from repobook.model.graph import FileLinks, Unit
from repobook.model.language import Language, language_by_name
from repobook.packs import installed as packs
from repobook.packs.apply import BindingLinker, split, with_packs
from repobook.parse.scanners import plain_text
from repobook.parse.source import SourceText
from repobook.parse.words.file_opening import opening
from repobook.parse.words.file_summary import own_words
from repobook.parse.words.inner_words import inner_words
from repobook.parse.words.named_files import named_files
from repobook.resolve import MakeResolver, Resolve, nothing_resolved
from repobook.resolve.affected_files.meanings import Meaning
from repobook.resolve.world import World
from repobook.text.decode import DecodedText, decode
from repobook.text.documents.described_files import descriptions
from repobook.text.documents.document import read_document
from repobook.text.naming.slugs import slug

FactsOf = Callable[[SourceText], FileFacts]
_ASKED: Final = "gives_module"
"""The method of a resolver whose language has modules that are values."""
_COMPARED: Final = "meaning"
"""The method of a resolver that says what names mean, so that an edit can be compared."""
_DOCUMENTS: Final = frozenset(["Markdown", "reStructuredText"])


@cache
def all_languages() -> Mapping[str, Language]:
    """By slug, so that names which differ in case or signs alone are one."""
    return {slug(language.name): language for language in language_by_name().values()}


def parse(language: str, content: bytes) -> FileFacts:
    """The facts of one file: a pure function that never raises for bad input."""
    return parse_text(language, decode(content))


def parse_text(language: str, text: DecodedText) -> FileFacts:
    source = SourceText(text.data)
    facts = _facts_or_text(facts_function(language), source)
    doc, summary = own_words(facts, source)
    facts = facts._replace(
        doc=doc,
        findings=findings(language, source, facts, _plan(language)),
        summary=summary,
        opening=facts.opening if facts.opening.text else opening(facts, source),
        descriptions=_descriptions(facts, source) if language in _DOCUMENTS else (),
        diagnostics=_diagnostics(text.problem, facts),
    )
    inner = (*inner_words(facts, source), *named_files(source))
    facts = facts._replace(inner_words=inner)
    return with_packs(language, source, facts)


def parse_without_grammar(text: DecodedText) -> FileFacts:
    """For unknown languages, and for files that kill a parser."""
    source = SourceText(text.data)
    facts = plain_text.facts(source)
    doc, summary = own_words(facts, source)
    facts = facts._replace(
        doc=doc,
        findings=findings("", source, facts, _plan("")),
        summary=summary,
        opening=opening(facts, source),
    )
    inner = (*inner_words(facts, source), *named_files(source))
    return facts._replace(inner_words=inner)


@cache
def _plan(language: str) -> Plan:
    return plan_for(language, packs.extended(all_rules()))


@cache
def facts_function(language: str) -> FactsOf:
    record = all_languages().get(slug(language)) if language else None
    if record is None:
        return plain_text.facts
    facts: FactsOf = importlib.import_module(record.parser).facts
    return facts


def is_known(language: str) -> bool:
    return bool(language) and slug(language) in all_languages()


def family_of(language: str) -> str:
    """The module that resolves a language; languages of one family share it and its caches."""
    record = all_languages().get(slug(language)) if language else None
    return record.resolver if record else ""


class Resolver:
    """Resolves file after file of one world and caches what it looked up."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._resolve_by_family: dict[str, Resolve] = {}
        self._link_bound = BindingLinker(world, self._language_links)

    def __call__(self, unit: Unit) -> FileLinks:
        own, bound = split(unit.references)
        links = self._language_links(unit._replace(references=own))
        if not bound:
            return links
        links_of_packs = self._link_bound(unit, bound)
        return links._replace(references=(*links.references, *links_of_packs))

    def gives_module(self, path: str, chain: str) -> bool:
        """Whether an expression in a file gives a module, in a language that has such."""
        asked = getattr(self._of_file(path), _ASKED, None)
        return asked is not None and asked(path, chain)

    def meaning(self, path: str, qualname: str) -> Meaning | None:
        """What a file means by a name, in a language that compares that."""
        asked = getattr(self._of_file(path), _COMPARED, None)
        return asked and asked(path, qualname)

    def _of_file(self, path: str) -> Resolve | None:
        unit = self._world.files.get(path)
        family = family_of(unit.language) if unit else ""
        return self._of_family(family) if family else None

    def _language_links(self, unit: Unit) -> FileLinks:
        family = family_of(unit.language)
        return self._of_family(family)(unit) if family else nothing_resolved(unit)

    def _of_family(self, family: str) -> Resolve:
        if family not in self._resolve_by_family:
            make: MakeResolver = importlib.import_module(family).resolver
            self._resolve_by_family[family] = make(self._world)
        return self._resolve_by_family[family]


def _facts_or_text(facts_of: FactsOf, source: SourceText) -> FileFacts:
    try:
        return facts_of(source)
    except (MemoryError, RecursionError) as error:
        # Deep nesting is input, not a defect of ours; the text facts still hold.
        facts = plain_text.facts(source)
        message = f"structure not read: {type(error).__name__}"
        return facts._replace(diagnostics=(*facts.diagnostics, Diagnostic(1, message)))


def _descriptions(facts: FileFacts, source: SourceText) -> tuple[Description, ...]:
    lines = source.data.decode("utf-8", "replace").split("\n")
    document = read_document(lines, facts.definitions, facts.texts, facts.samples)
    return tuple(descriptions(document))


def _diagnostics(problem: str, facts: FileFacts) -> tuple[Diagnostic, ...]:
    """A diagnostic at the very end of the text gets the last line."""
    last = max(facts.n_lines, 1)
    diagnostics = [
        diagnostic._replace(line=min(diagnostic.line, last)) for diagnostic in facts.diagnostics
    ]
    return (Diagnostic(1, problem), *diagnostics) if problem else tuple(diagnostics)
