"""What a change may break: the answers of ``impact``.

Callers by distance and confidence, what overrides it, re-exports it, names it in a string, a
document or a configuration, whose it is, which tests to run, and what no index can know.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from repobook.ask.impact.changed_symbols import (
    Changed,
    changed_by_patch,
    changed_target,
)
from repobook.ask.impact.test_plan import PlannedTest, planned_tests
from repobook.ask.impact.using_places import (
    Caller,
    Callers,
    UsingPlace,
    callers_of,
    keys_with_same,
    weakest,
)
from repobook.ask.references.mentions import Mention, mentions_of
from repobook.ask.references.references_answer import UsesAnswer, Wanted, dynamic_sites, uses_of
from repobook.index.ids import symbol_key
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_links import edges_to, owners
from repobook.index.reader.file_briefs import briefs_by_path
from repobook.model.answers import Matches, Nothing, Others, SymbolLine
from repobook.model.kinds import CLASSES, HOLDERS
from repobook.text.amounts import count
from repobook.text.patches import ChangedFile

MAX_LISTED: Final = 100
# Of so many symbols of a change relatives, dynamic sites and mentions are looked for.
_MAX_LOOKED_AT: Final = 30
_MAX_NAMED: Final = 5
# A name that more things bear, or a shorter one, stands for anything in a text.
_MAX_NAMESAKES: Final = 2
_SHORT: Final = 4
_MENTIONING: Final = frozenset(["docs", "config", "build", "data"])
_LISTING_NONE: Final = Wanted("", 1, 0)
_PACKAGE_FILES: Final = frozenset(["__init__", "index", "mod", "lib"])


class Place(NamedTuple):
    path: str
    line: int
    text: str
    """What stands there, or what it is."""
    confidence: str


class Owned(NamedTuple):
    path: str
    owners: tuple[str, ...]
    proof: str
    line: int


class ImpactAnswer(NamedTuple):
    subject: str
    symbols: tuple[SymbolLine, ...]
    """What changes; of whole files what they define."""
    n_symbols: int
    files: tuple[str, ...]
    callers: tuple[Caller, ...]
    n_callers: int
    """More than are listed when the list was cut."""
    by_distance: tuple[tuple[int, str, int], ...]
    """Distance, confidence and the number of callers."""
    overrides: tuple[SymbolLine, ...]
    """What overrides or implements it; subclasses of a class."""
    overridden: tuple[SymbolLine, ...]
    """What it overrides: who calls that may end here."""
    reexports: tuple[Place, ...]
    strings: tuple[Place, ...]
    """Strings that name it."""
    dynamic: tuple[Place, ...]
    """Places that use something of its name that cannot be followed."""
    documents: tuple[Place, ...]
    """Documents and configuration that lead to it or mention its name."""
    owners: tuple[Owned, ...]
    tests: tuple[PlannedTest, ...]
    """The cheapest that are enough first, then the others, best first."""
    n_tests: int
    unknown: tuple[str, ...]
    """What the answer cannot know."""
    others: Others = Others()

    @property
    def is_cut(self) -> bool:
        return len(self.callers) < self.n_callers or len(self.tests) < self.n_tests

    @property
    def is_any(self) -> bool:
        return bool(self.files)


def impact_of(
    reader: BookReader, target: str, limit: int = MAX_LISTED
) -> ImpactAnswer | Matches | Nothing:
    """Of a file or a symbol."""
    changed = changed_target(reader, target)
    return _impact(reader, changed, limit) if isinstance(changed, Changed) else changed


def impact_of_patch(
    reader: BookReader, patch: Sequence[ChangedFile], limit: int = MAX_LISTED
) -> ImpactAnswer:
    return _impact(reader, changed_by_patch(reader, patch), limit)


def _impact(reader: BookReader, changed: Changed, limit: int) -> ImpactAnswer:
    uses = [uses_of(reader, s, _LISTING_NONE) for s in _looked_at(changed)]
    callers = _callers(reader, changed, uses)
    outside = [one for one in callers.found if not _is_own(changed, one)]
    mentions = _mentions(reader, changed)
    tests, n_tests = planned_tests(reader, changed, outside, limit)
    return ImpactAnswer(
        changed.subject,
        changed.symbols[:limit],
        len(changed.symbols),
        changed.files,
        tuple(outside[:limit]),
        len(outside),
        _counted(outside),
        _once(symbol for answer in uses for symbol in answer.overrides)[:limit],
        _once(symbol for answer in uses for symbol in answer.overridden)[:limit],
        tuple(_reexports(callers.imports))[:limit],
        tuple(_place(place, place.role) for place in callers.strings)[:limit],
        tuple(islice(_dynamic_places(reader, uses), limit)),
        _documents(reader, changed, callers.documents, mentions)[:limit],
        _owners(reader, changed.files),
        tests,
        n_tests,
        (*changed.unknown, *_unknown(reader, changed, callers, uses, outside)),
        changed.others,
    )


def _looked_at(changed: Changed) -> list[SymbolLine]:
    """What may be overridden, or used without being named; what is public first."""
    named = [symbol for symbol in changed.symbols if symbol.kind in HOLDERS]
    return sorted(named, key=lambda symbol: not symbol.exported)[:_MAX_LOOKED_AT]


def _callers(reader: BookReader, changed: Changed, uses: Iterable[UsesAnswer]) -> Callers:
    """A class changes with its members, and a method may be called by what it overrides."""
    symbols = [*changed.symbols, *_members(reader, changed)]
    keys = keys_with_same(reader, symbols)
    for answer in uses:
        for base in answer.overridden if answer.symbol.kind not in CLASSES else ():
            keys.setdefault(symbol_key(base.id), "inferred")
    if changed.is_whole:
        keys |= {reader.file_id(path): "" for path in changed.files}
    return callers_of(reader, keys)


def _members(reader: BookReader, changed: Changed) -> list[SymbolLine]:
    classes = [symbol for symbol in changed.symbols if symbol.kind in CLASSES]
    if changed.is_whole:
        return []
    return [
        member
        for owner in classes
        for member in reader.symbols_in(owner.path)
        if member.qualname.startswith(f"{owner.qualname}.")
    ]


def _is_own(changed: Changed, caller: Caller) -> bool:
    """What is changed itself needs no warning."""
    if changed.is_whole:
        return caller.path in changed.files
    return any(
        caller.path == symbol.path and f"{caller.within}.".startswith(f"{symbol.qualname}.")
        for symbol in changed.symbols
    )


def _counted(callers: Iterable[Caller]) -> tuple[tuple[int, str, int], ...]:
    """Callers come in this order."""
    n = Counter((caller.distance, caller.confidence) for caller in callers)
    return tuple((distance, confidence, n[distance, confidence]) for distance, confidence in n)


def _once(symbols: Iterable[SymbolLine]) -> tuple[SymbolLine, ...]:
    return tuple({symbol.id: symbol for symbol in symbols}.values())


def _reexports(imports: Iterable[UsingPlace]) -> Iterable[Place]:
    """Imports of files that stand for a folder."""
    for place in imports:
        stem = place.path.rpartition("/")[2].partition(".")[0]
        if stem in _PACKAGE_FILES and place.file_role != "test":
            yield _place(place, "re-exported")


def _place(place: UsingPlace, text: str) -> Place:
    within = f"{text} in {place.within.qualname}" if place.within else text
    return Place(place.path, place.line, within, weakest(place.confidence))


def _dynamic_places(reader: BookReader, uses: Iterable[UsesAnswer]) -> Iterator[Place]:
    """One by one: a common name has thousands, of which few are listed."""
    for answer in uses:
        for site in dynamic_sites(reader, answer.symbol.name):
            text = f"{site.role} in {site.within}" if site.within else site.role
            yield Place(site.path, site.line, text, "")


def _mentions(reader: BookReader, changed: Changed) -> list[Mention]:
    """Only of names that mean one thing."""
    if changed.is_whole:
        return []
    named = [s for s in changed.symbols[:_MAX_NAMED] if _is_distinct(reader, s.name)]
    return [mention for symbol in named for mention in mentions_of(reader, symbol).places]


def _is_distinct(reader: BookReader, name: str) -> bool:
    return len(name) >= _SHORT and len(reader.symbols_called(name)) <= _MAX_NAMESAKES


def _documents(
    reader: BookReader,
    changed: Changed,
    resolved: Iterable[UsingPlace],
    mentions: Iterable[Mention],
) -> tuple[Place, ...]:
    """Those that lead to it first; of a whole file those that name it."""
    places = [_place(place, place.role) for place in resolved]
    places += [
        Place(edge.path, edge.line, "names the file", weakest(edge.confidence))
        for path in (changed.files if changed.is_whole else ())
        for edge in edges_to(reader.rows, path)
        if edge.kind == "document"
    ]
    files = briefs_by_path(reader.rows, {mention.path for mention in mentions})
    places += [
        Place(mention.path, mention.line, mention.text, "")
        for mention in mentions
        if mention.path in files and files[mention.path].role in _MENTIONING
    ]
    return tuple({(place.path, place.line): place for place in reversed(places)}.values())[::-1]


def _owners(reader: BookReader, files: Iterable[str]) -> tuple[Owned, ...]:
    return tuple(
        Owned(path, owner.owners, owner.proof, owner.line)
        for changed in files
        for path, owner in owners(reader.rows, changed)
    )


def _unknown(
    reader: BookReader,
    changed: Changed,
    callers: Callers,
    uses: Sequence[UsesAnswer],
    outside: Iterable[Caller],
) -> Iterable[str]:
    if reader.n_unparsed:
        yield f"uses in {count(reader.n_unparsed, 'file')} with parse problems"
    n_dynamic = sum(answer.coverage.n_dynamic for answer in uses)
    if n_dynamic:
        yield f"{count(n_dynamic, 'place')} that could not be resolved"
    if any(symbol.exported for symbol in changed.symbols):
        yield "uses of its public symbols in other repositories"
    n_holders = sum(symbol.kind in HOLDERS for symbol in changed.symbols)
    if n_left := n_holders - len(uses):
        yield f"overrides of {count(n_left, 'further symbol')} were not searched"
    if callers.n_files_left_out:
        yield f"who calls it in {count(callers.n_files_left_out, 'further using file')}"
    if callers.n_symbols_left_out:
        yield f"who calls {count(callers.n_symbols_left_out, 'further caller')}"
    n_ambiguous = sum(caller.confidence == "ambiguous" for caller in outside)
    if n_ambiguous:
        yield f"{count(n_ambiguous, 'ambiguous caller')}, not resolved"
