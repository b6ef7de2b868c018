"""Where some symbols are used, file by file, and who reaches them through how many others.

One question to the index tells which files refer to any of them; only those are looked into, each
once a level. What is left out for being too much is counted.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from repobook.ask.references.operator_calls import PositionsByPath, calls_by_key
from repobook.index.ids import symbol_key
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file import file_links
from repobook.index.reader.file.file_links import decode_leading_to, references_in
from repobook.index.reader.file_briefs import FileBrief, briefs_by_id, briefs_by_path
from repobook.index.reader.same_symbols import same_symbols
from repobook.model.answers import SymbolLine
from repobook.model.facts import unpack_position
from repobook.model.graph import CONFIDENCES
from repobook.model.kinds import CLASSES, HOLDERS
from repobook.text.spans import innermost

MAX_DISTANCE: Final = 3
_MAX_FILES: Final = 300
_MAX_FOLLOWED: Final = 400
_FOLLOWED: Final = frozenset(HOLDERS) - frozenset(CLASSES)
_DOCUMENTS: Final = frozenset(["docs", "config", "build", "data"])

Confidences = Mapping[int, str]
"""By the key of a symbol: how sure it is that it is meant; empty for the thing itself."""


class UsingPlace(NamedTuple):
    path: str
    line: int
    role: str
    confidence: str
    within: SymbolLine | None
    """The innermost symbol around it; none at the top of a file."""
    target: int
    file_role: str


class Caller(NamedTuple):
    """What would notice: a symbol, or the top of a file, that uses it or one of its callers."""

    path: str
    line: int
    within: str
    role: str
    confidence: str
    """Of the weakest step on the way."""
    distance: int
    via: str
    """The caller in between, by its qualified name; empty for direct ones."""
    is_test: bool

    @property
    def name(self) -> str:
        return f"{self.path}::{self.within}" if self.within else self.path


class Callers(NamedTuple):
    found: tuple[Caller, ...]
    """The nearest first, then the surest, code before tests."""
    imports: tuple[UsingPlace, ...]
    """Of the thing itself."""
    strings: tuple[UsingPlace, ...]
    """Strings that name it."""
    documents: tuple[UsingPlace, ...]
    """Lines of documents, configuration and build files that lead to it."""
    n_files_left_out: int
    n_symbols_left_out: int


class Reached(NamedTuple):
    """A symbol on the way back from a caller."""

    confidence: str
    name: str
    """Of the caller; empty for the thing itself."""


def keys_with_same(reader: BookReader, symbols: Iterable[SymbolLine]) -> dict[int, str]:
    """The keys of symbols and of what is the same thing, with what that does to their sureness."""
    keys = [symbol_key(symbol.id) for symbol in symbols]
    same = {s.other: "ambiguous" if s.is_shared else "" for s in same_symbols(reader.rows, keys)}
    return same | dict.fromkeys(keys, "")


def callers_of(reader: BookReader, keys: Confidences) -> Callers:
    """Breadth first; each symbol on the way is followed once. Not followed are tests, ambiguous
    uses, and classes: who uses one need not run the line of its body."""
    found: dict[tuple[str, str], Caller] = {}
    aside: list[UsingPlace] = []
    n_files = n_symbols = 0
    level = {key: Reached(confidence, "") for key, confidence in keys.items()}
    seen = set(level)
    for distance in range(1, MAX_DISTANCE + 1):
        places, n_left_out = using_places(reader, frozenset(level))
        n_files += n_left_out
        calls = [place for place in places if not _is_aside(place)]
        if distance == 1:
            aside = [place for place in places if _is_aside(place)]
        callers = _surest(_caller(place, level[place.target], distance) for place in calls)
        newly = [(key, pair) for key, pair in callers.items() if key not in found]
        found.update((key, caller) for key, (caller, _) in newly)
        followed = {
            symbol_key(within.id): Reached(caller.confidence, within.qualname)
            for _, (caller, within) in newly
            if within and within.kind in _FOLLOWED and _is_followed(caller)
        }
        fresh = {key: reached for key, reached in followed.items() if key not in seen}
        n_symbols += max(0, len(fresh) - _MAX_FOLLOWED)
        level = dict(list(fresh.items())[:_MAX_FOLLOWED])
        seen |= level.keys()
        if not level:
            break
    ordered = tuple(sorted(found.values(), key=_nearest_first))
    return Callers(ordered, *_by_kind(aside), n_files, n_symbols)


def _is_followed(caller: Caller) -> bool:
    return not caller.is_test and caller.confidence != "ambiguous"


# Who calls a symbol, and which of its tests are near, begin with the same places.
@lru_cache(maxsize=8)
def using_places(reader: BookReader, keys: frozenset[int]) -> tuple[tuple[UsingPlace, ...], int]:
    """By path and line, code before tests; and how many files were left out."""
    uses = file_links.uses_leading_to(reader.rows, keys)
    calls = calls_by_key(reader, keys)
    in_python = {path for paths in calls.values() for path in paths}
    files = {
        *briefs_by_id(reader.rows, {use.file for use in uses}).values(),
        *briefs_by_path(reader.rows, in_python).values(),
    }
    ordered = sorted(files, key=lambda file: (file.role == "test", -(file.score or 0), file.path))
    places = [
        place for file in ordered[:_MAX_FILES] for place in places_in(reader, file, keys, calls)
    ]
    return tuple(places), max(0, len(ordered) - _MAX_FILES)


def files_using(reader: BookReader, keys: Iterable[int]) -> set[str]:
    """The paths of all that refer to one of the keys."""
    keys = frozenset(keys)
    uses = file_links.uses_leading_to(reader.rows, keys)
    in_python = {path for paths in calls_by_key(reader, keys).values() for path in paths}
    return in_python | {
        file.path for file in briefs_by_id(reader.rows, {use.file for use in uses}).values()
    }


def places_in(
    reader: BookReader,
    file: FileBrief,
    keys: Collection[int],
    calls: Mapping[int, PositionsByPath] = MappingProxyType({}),
) -> Iterator[UsingPlace]:
    """The places of one file, from top to bottom; ``calls`` of operators are in Python."""
    holders = holders_in(reader, file.path)
    places = [*_references(reader, file, keys), *_imports(reader, file, keys)]
    places += [
        UsingPlace(file.path, line, "call", "inferred", None, key, file.role)
        for key, positions_by_path in calls.items()
        for line, _ in map(unpack_position, positions_by_path.get(file.path, ()))
    ]
    places.sort()
    around = innermost_around(holders, (place.line for place in places))
    for place, within in zip(places, around, strict=True):
        yield place._replace(within=within)


def innermost_around(
    symbols: Sequence[SymbolLine], lines: Iterable[int]
) -> Iterator[SymbolLine | None]:
    """Of lines that come in order; of symbols with the same lines the first."""
    backwards = symbols[::-1]
    spans = [(symbol.line, symbol.end_line, n) for n, symbol in enumerate(backwards)]
    return (backwards[n] if n >= 0 else None for n in innermost(spans, lines))


@lru_cache(maxsize=64)
def holders_in(reader: BookReader, path: str) -> tuple[SymbolLine, ...]:
    return tuple(reader.holders_in(path))


def _references(reader: BookReader, file: FileBrief, keys: Collection[int]) -> list[UsingPlace]:
    return [
        UsingPlace(file.path, line, group.role, group.confidence, None, key, file.role)
        for group in decode_leading_to(references_in(reader.rows, file.path), keys)
        for key in group.targets
        if key in keys
        for line, _ in map(unpack_position, group.positions)
    ]


def _imports(reader: BookReader, file: FileBrief, keys: Collection[int]) -> list[UsingPlace]:
    return [
        UsingPlace(file.path, one.line, "import", one.confidence, None, key, file.role)
        for one in file_links.imports_in(reader.rows, file.path)
        for key in one.target_keys
        if key in keys
    ]


def weakest(*confidences: str) -> str:
    """An empty one takes nothing away."""
    return max((c for c in confidences if c), key=_sureness, default="exact")


def _sureness(confidence: str) -> int:
    return next((n for n, one in enumerate(CONFIDENCES) if one == confidence), len(CONFIDENCES))


def _caller(place: UsingPlace, reached: Reached, distance: int) -> tuple[Caller, SymbolLine | None]:
    confidence = weakest(place.confidence, reached.confidence)
    within = place.within.qualname if place.within else ""
    where = (place.path, place.line, within, place.role)
    return Caller(
        *where, confidence, distance, reached.name, place.file_role == "test"
    ), place.within


def _surest(
    pairs: Iterable[tuple[Caller, SymbolLine | None]],
) -> dict[tuple[str, str], tuple[Caller, SymbolLine | None]]:
    """One for each caller."""
    best: dict[tuple[str, str], tuple[Caller, SymbolLine | None]] = {}
    for caller, within in pairs:
        key = (caller.path, caller.within)
        if key not in best or _sureness(caller.confidence) < _sureness(best[key][0].confidence):
            best[key] = caller, within
    return best


def _is_aside(place: UsingPlace) -> bool:
    """An import, a string or a document calls nothing."""
    return place.role in ("import", "string") or place.file_role in _DOCUMENTS


def _by_kind(
    places: list[UsingPlace],
) -> tuple[tuple[UsingPlace, ...], tuple[UsingPlace, ...], tuple[UsingPlace, ...]]:
    code = [place for place in places if place.file_role not in _DOCUMENTS]
    return (
        tuple(place for place in code if place.role == "import"),
        tuple(place for place in code if place.role == "string"),
        tuple(place for place in places if place.file_role in _DOCUMENTS),
    )


def _nearest_first(caller: Caller) -> tuple[int, int, bool, str, int]:
    sureness = _sureness(caller.confidence)
    return caller.distance, sureness, caller.is_test, caller.path, caller.line
