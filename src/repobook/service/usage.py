"""Who uses a symbol, what it uses, what overrides it: the answers of ``refs``.

Counts come from an index over targets; only files that refer to the symbol are looked into.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple, get_args

from repobook.model.facts import ReferenceRole, unpack_position
from repobook.model.kinds import CLASSES, HOLDERS
from repobook.service.answers import Matches, Nothing, SymbolLine
from repobook.service.reader import MAX_MATCHES, BookReader
from repobook.store.ids import name_key, symbol_key
from repobook.store.linked import LinkedReference, decode_linked

MAX_SITES: Final = 200
MAX_RELATIVES: Final = 100
ROLES: Final[tuple[str, ...]] = get_args(ReferenceRole)


class Site(NamedTuple):
    path: str
    line: int
    col: int
    role: str
    confidence: str
    rule: str
    within: str
    """The symbol around it, by its qualified name; empty at the top of a file."""
    depth: int = 1


class FolderUse(NamedTuple):
    folder: str
    n_files: int
    n_places: int


class Coverage(NamedTuple):
    """What a negative answer has to say: where the trail ends."""

    n_unparsed: int
    """Files that were not fully read."""
    n_dynamic: int
    """Places that use a thing of this name, nobody can tell which."""


class UsesAnswer(NamedTuple):
    symbol: SymbolLine
    n_places: int
    n_files: int
    by_role: tuple[tuple[str, int], ...]
    by_confidence: tuple[tuple[str, int], ...]
    folders: tuple[FolderUse, ...]
    sites: tuple[Site, ...]
    has_more_sites: bool
    """Whether there are more behind those listed."""
    overrides: tuple[SymbolLine, ...]
    """Subclasses of a class, the nearest first and ``MAX_RELATIVES`` at most; of a method the same
    method in them."""
    overridden: tuple[SymbolLine, ...]
    has_more_subclasses: bool
    """Whether there are more than were looked at."""
    coverage: Coverage

    @property
    def is_cut(self) -> bool:
        return self.has_more_sites


class OutgoingUse(NamedTuple):
    target: str
    """A symbol id or a path; empty where nothing was found, and ``rule`` says why."""
    name: str
    line: int
    role: str
    confidence: str
    rule: str
    n_places: int


class OutgoingAnswer(NamedTuple):
    symbol: SymbolLine
    uses: tuple[OutgoingUse, ...]
    coverage: Coverage


class Wanted(NamedTuple):
    """Which uses to tell: those in one role or all, and callers of callers up to a depth."""

    role: str = ""
    depth: int = 1
    max_sites: int = MAX_SITES
    first: int = 0
    """How many of the places were told before."""


def asked_uses(
    reader: BookReader, target: str, is_in: bool, wanted: Wanted
) -> UsesAnswer | OutgoingAnswer | Matches | Nothing:
    """Who uses what is called so, or what it uses itself."""
    found = find_symbol(reader, target)
    if not isinstance(found, SymbolLine):
        return found
    return uses_of(reader, found, wanted) if is_in else uses_by(reader, found, wanted)


def find_symbol(reader: BookReader, target: str) -> SymbolLine | Matches | Nothing:
    """One symbol, or all that bear the name; several are never guessed among."""
    found = reader.symbols_called(target)
    if not found:
        return reader.nothing(target)
    if len(found) == 1:
        return found[0]
    return Matches(target, tuple(found[:MAX_MATCHES]), (), len(found))


def uses_of(reader: BookReader, symbol: SymbolLine, wanted: Wanted) -> UsesAnswer:
    key = symbol_key(symbol.id)
    rows = [
        (path, role, confidence, n)
        for path, role, confidence, n in reader.rows(_REFERRERS, (key,))
        if wanted.role in ("", role)
    ]
    relatives = _relatives(reader, symbol)
    last = wanted.first + wanted.max_sites
    sites = tuple(islice(_sites(reader, symbol, wanted), last + 1))
    return UsesAnswer(
        symbol,
        sum(n for *_, n in rows),
        len({path for path, *_ in rows}),
        _totals((role, n) for _, role, _, n in rows),
        _totals((confidence, n) for _, _, confidence, n in rows),
        _folders(rows),
        sites[wanted.first : last],
        len(sites) > last,
        *relatives,
        _coverage(reader, symbol),
    )


def uses_by(reader: BookReader, symbol: SymbolLine, wanted: Wanted) -> OutgoingAnswer:
    """What stands between the first and the last line of the symbol."""
    uses: list[OutgoingUse] = []
    for group in _groups(reader, symbol.path):
        lines = [line for line, _ in map(unpack_position, group.positions)]
        inside = [line for line in lines if symbol.line <= line <= symbol.end_line]
        if inside and wanted.role in ("", group.role):
            told = (group.name, inside[0], group.role, group.confidence, group.rule, len(inside))
            targets = [reader.target_id(key) for key in group.targets] or [""]
            uses += [OutgoingUse(target, *told) for target in targets]
    uses.sort(key=lambda use: (use.line, use.target, use.name))
    return OutgoingAnswer(symbol, tuple(uses), _coverage(reader, symbol))


def _sites(reader: BookReader, symbol: SymbolLine, wanted: Wanted) -> Iterator[Site]:
    """Nearest callers first; each symbol on the way is followed once."""
    seen = {symbol.id}
    level = [symbol.id]
    for depth in range(1, wanted.depth + 1):
        callers: dict[str, None] = {}
        for id in level:
            for site, caller in _direct_sites(reader, id, wanted.role):
                yield site._replace(depth=depth)
                if caller:
                    callers[caller] = None
        level = [id for id in callers if id not in seen]
        seen.update(level)


def _direct_sites(reader: BookReader, id: str, role: str) -> Iterator[tuple[Site, str]]:
    """Each place with the id of the symbol around it, file by file from top to bottom."""
    referrers = reader.rows(_REFERRERS, (symbol_key(id),))
    for path in dict.fromkeys(path for path, used_as, *_ in referrers if role in ("", used_as)):
        yield from sites_in(reader, path, id, role)


def sites_in(reader: BookReader, path: str, id: str, role: str) -> Iterator[tuple[Site, str]]:
    """The places of one file that refer to a symbol, in one role or all."""
    key = symbol_key(id)
    holders = _holders(reader, path)
    sites = [*_references_to(reader, path, key), *_imports_of(reader, path, key)]
    for site in sorted(site for site in sites if role in ("", site.role)):
        within = holders.around(site.line)
        place, id_around = (within.qualname, within.id) if within else ("", "")
        yield site._replace(within=place), id_around


def _references_to(reader: BookReader, path: str, key: int) -> Iterator[Site]:
    for group in _groups(reader, path, key):
        if key in group.targets:
            for line, col in map(unpack_position, group.positions):
                yield Site(path, line, col, group.role, group.confidence, group.rule, "")


def _imports_of(reader: BookReader, path: str, key: int) -> Iterator[Site]:
    for line, confidence, rule in reader.rows(_IMPORTS_OF, (path, key)):
        yield Site(path, line, 0, "import", confidence, rule, "")


class _Holders:
    """The symbols of one file that may be around a place; looked up once a file."""

    def __init__(self, reader: BookReader, path: str) -> None:
        symbols = reader.symbol_lines("path = ?", (path,))
        self._symbols = [symbol for symbol in symbols if symbol.kind in HOLDERS]

    def around(self, line: int) -> SymbolLine | None:
        """The innermost one: of those around a line it begins last."""
        found = [s for s in self._symbols if s.line <= line <= s.end_line]
        return max(found, key=lambda s: (s.line, -s.end_line), default=None)


def _relatives(
    reader: BookReader, symbol: SymbolLine
) -> tuple[tuple[SymbolLine, ...], tuple[SymbolLine, ...], bool]:
    """What overrides a symbol and what it overrides; for a class its subclasses and its bases."""
    owner = symbol if symbol.kind in CLASSES else _owner(reader, symbol)
    if owner is None:
        return (), (), False
    below, above = _subclasses(reader, owner), _bases(reader, owner)
    has_more = len(below) > MAX_RELATIVES
    if owner is symbol:
        return tuple(below[:MAX_RELATIVES]), tuple(above), has_more
    return _members(reader, below, symbol.name), _members(reader, above, symbol.name), has_more


def _members(reader: BookReader, owners: list[SymbolLine], name: str) -> tuple[SymbolLine, ...]:
    found = [_member(reader, owner, name) for owner in owners[:MAX_RELATIVES]]
    return tuple(symbol for symbol in found if symbol)


def _owner(reader: BookReader, symbol: SymbolLine) -> SymbolLine | None:
    qualname = symbol.qualname.rpartition(".")[0]
    found = reader.symbol_lines("path = ? AND qualname = ?", (symbol.path, qualname))
    return next((s for s in found if s.kind in CLASSES), None) if qualname else None


def _member(reader: BookReader, owner: SymbolLine, name: str) -> SymbolLine | None:
    values = (owner.path, f"{owner.qualname}.{name}")
    return next(iter(reader.symbol_lines("path = ? AND qualname = ?", values)), None)


def _subclasses(reader: BookReader, symbol: SymbolLine) -> list[SymbolLine]:
    """All the way down, the nearest first; one more than is told shows that there are more."""
    found: dict[str, SymbolLine] = {}
    waiting = [symbol.id]
    while waiting:
        for site, id in _direct_sites(reader, waiting.pop(0), "inherit"):
            if len(found) > MAX_RELATIVES:
                return list(found.values())
            if id and id != symbol.id and id not in found:
                found[id] = reader.symbol_lines("path = ? AND id = ?", (site.path, id))[0]
                waiting.append(id)
    return list(found.values())


def _bases(reader: BookReader, symbol: SymbolLine) -> list[SymbolLine]:
    found: dict[str, SymbolLine] = {}
    waiting = [symbol]
    while waiting and len(found) < MAX_RELATIVES:
        for base in _direct_bases(reader, waiting.pop(0)):
            if base.id != symbol.id and base.id not in found:
                found[base.id] = base
                waiting.append(base)
    return list(found.values())


def _direct_bases(reader: BookReader, symbol: SymbolLine) -> Iterator[SymbolLine]:
    holders = _holders(reader, symbol.path)
    for group in _groups(reader, symbol.path):
        if group.role == "inherit" and _stands_in(group, symbol, holders):
            for id in map(reader.target_id, group.targets):
                yield from reader.symbol_lines("path = ? AND id = ?", (id.partition("::")[0], id))


def _stands_in(group: LinkedReference, symbol: SymbolLine, holders: _Holders) -> bool:
    """And in nothing within it."""
    lines = (line for line, _ in map(unpack_position, group.positions))
    inside = (line for line in lines if symbol.line <= line <= symbol.end_line)
    return any((around := holders.around(line)) and around.id == symbol.id for line in inside)


def _groups(reader: BookReader, path: str, key: int = 0) -> Iterable[LinkedReference]:
    """The references of a file; with a key nothing of a file that never speaks of it."""
    text = _references(reader, path)
    return _decoded(text) if not key or str(key) in text else ()


# A class and its many subclasses often stand in the same few files.
@lru_cache(maxsize=32)
def _references(reader: BookReader, path: str) -> str:
    return "".join(row[0] for row in reader.rows(_GROUPS, (path,)))


@lru_cache(maxsize=8)
def _decoded(text: str) -> tuple[LinkedReference, ...]:
    return tuple(decode_linked(text))


@lru_cache(maxsize=32)
def _holders(reader: BookReader, path: str) -> "_Holders":
    return _Holders(reader, path)


def _coverage(reader: BookReader, symbol: SymbolLine) -> Coverage:
    n_dynamic = reader.number(
        "SELECT coalesce(sum(n), 0) FROM referrer WHERE target = ?", (name_key(symbol.name),)
    )
    return Coverage(reader.number("SELECT count(DISTINCT file) FROM diagnostic"), n_dynamic)


def _totals(pairs: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    total: dict[str, int] = {}
    for name, n in pairs:
        total[name] = total.get(name, 0) + n
    return tuple(sorted(total.items(), key=lambda item: (-item[1], item[0])))


def _folders(rows: list[tuple[str, str, str, int]]) -> tuple[FolderUse, ...]:
    n_by_path: dict[str, int] = {}
    for path, _, _, n in rows:
        n_by_path[path] = n_by_path.get(path, 0) + n
    n_files: dict[str, int] = {}
    n_places: dict[str, int] = {}
    for path, n in n_by_path.items():
        folder = path.rpartition("/")[0] or "."
        n_files[folder] = n_files.get(folder, 0) + 1
        n_places[folder] = n_places.get(folder, 0) + n
    uses = [FolderUse(folder, n_files[folder], n_places[folder]) for folder in n_files]
    return tuple(sorted(uses, key=lambda use: (-use.n_places, use.folder)))


_REFERRERS: Final = """
    SELECT f.path, r.role, r.confidence, r.n FROM referrer r JOIN file f ON f.id = r.file
    WHERE r.target = ? ORDER BY f.path, r.role, r.confidence
"""
_GROUPS: Final = """
    SELECT r.groups FROM file_references r JOIN file f ON f.id = r.file WHERE f.path = ?
"""
_IMPORTS_OF: Final = """
    SELECT i.line, i.confidence, i.rule FROM import i JOIN file f ON f.id = i.file,
           json_each(i.targets) t
    WHERE f.path = ? AND t.value = ? ORDER BY i.n
"""
