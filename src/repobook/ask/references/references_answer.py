"""Who uses a symbol, what it uses, what overrides it: the answers of ``refs``.

Counts come from an index over targets; only files that refer to the symbol are looked into.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Final, NamedTuple, TypeVar, get_args

from repobook.ask.dependencies_answer import find_module, others_called
from repobook.ask.references.holders import Holders, holders_in
from repobook.ask.references.mentions import Mentions, mentions_of
from repobook.ask.references.method_sets import Bases, MethodSets
from repobook.ask.references.operator_calls import calls_of
from repobook.ask.references.unsaid_bases import unsaid_bases
from repobook.index.ids import name_key, symbol_key
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file import file_links
from repobook.index.reader.file.file_links import LinkedReference, Use
from repobook.index.reader.file_briefs import (
    FileBrief,
    briefs_by_id,
    briefs_by_path,
    using_folders,
)
from repobook.index.reader.repository.calls_in_python import RULE
from repobook.index.reader.same_symbols import confidence_by_target
from repobook.model.answers import Nothing, Others, SymbolLine, others_of
from repobook.model.facts import ReferenceRole, unpack_position
from repobook.model.graph import DYNAMIC, symbol_id
from repobook.model.kinds import CLASSES, OPERATOR
from repobook.text.folders import folder_of
from repobook.text.operator_names import bare_operator

MAX_SITES: Final = 200
MAX_RELATIVES: Final = 100
_TYPES: Final = ("interface", "struct", "type")
_WITH_METHODS: Final = ("method", *_TYPES)
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
    """The limits of a negative answer."""

    n_unparsed: int
    """Files with parse problems."""
    n_dynamic: int
    """Places that use something of this name that could not be resolved."""


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
    same: tuple[SymbolLine, ...] = ()
    """Where it is declared or defined besides; uses that lead there are among the places."""
    mentions: Mentions = Mentions()
    """Where its name stands although no use of it was resolved."""
    others: Others = Others()
    dynamic: tuple[Site, ...] = ()
    """Places that may use it: they use its name on a value of unknown type."""

    @property
    def n_sure(self) -> int:
        return dict(self.by_confidence).get("exact", 0)

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
    others: Others = Others()


Answer = TypeVar("Answer", UsesAnswer, OutgoingAnswer)


class Wanted(NamedTuple):
    """Which uses to list: those in one role or all, and callers of callers up to a depth."""

    role: str = ""
    depth: int = 1
    max_sites: int = MAX_SITES
    first: int = 0
    """How many places earlier answers have listed."""
    is_dynamic: bool = False
    """Whether to list the places that use something of the name that could not be resolved."""


def asked_uses(
    reader: BookReader, target: str, is_in: bool, wanted: Wanted
) -> UsesAnswer | OutgoingAnswer | Nothing:
    """The uses of a name, or what it uses."""
    return (asked_uses_of if is_in else asked_uses_by)(reader, target, wanted)


def asked_uses_of(reader: BookReader, target: str, wanted: Wanted) -> UsesAnswer | Nothing:
    file = find_module(reader, target)
    if isinstance(file, str):
        others = others_called(reader, target, "")
        return uses_of(reader, _module(reader, file), wanted)._replace(others=others)
    symbols = reader.symbols_called(target)
    if not symbols:
        return reader.nothing(target)
    answer = _with_possible_uses(reader, uses_of(reader, symbols[0], wanted))
    return answer._replace(others=others_of(symbols))


def _with_possible_uses(reader: BookReader, answer: UsesAnswer) -> UsesAnswer:
    """Where documents alone use it for certain: the dynamic sites, or else where its name stands.

    To whom it matters whether it is used, a line of a changelog is no answer.
    """
    symbol = answer.symbol
    users = users_of(reader, symbol.id)
    if answer.dynamic or not users or any(file.role != "docs" for file, _ in users):
        return answer
    if answer.coverage.n_dynamic:
        return answer._replace(dynamic=tuple(islice(dynamic_sites(reader, symbol.name), MAX_SITES)))
    documents = {file.path for file, _ in users}
    return answer._replace(mentions=mentions_of(reader, symbol, documents))


def _module(reader: BookReader, path: str) -> SymbolLine:
    """A file as what is imported."""
    name = path.rpartition("/")[2].partition(".")[0]
    return SymbolLine(path, path, name, path, "module", 1, reader.n_lines(path), "", True)


def asked_uses_by(reader: BookReader, target: str, wanted: Wanted) -> OutgoingAnswer | Nothing:
    symbols = reader.symbols_called(target)
    if not symbols:
        return reader.nothing(target)
    return uses_by(reader, symbols[0], wanted)._replace(others=others_of(symbols))


def uses_of(reader: BookReader, symbol: SymbolLine, wanted: Wanted) -> UsesAnswer:
    users = users_of(reader, symbol.id)
    uses = [(file, use) for file, use in users if wanted.role in ("", use.role)]
    n_by_path: Counter[str] = Counter()
    for file, use in uses:
        n_by_path[file.path] += use.n
    last = wanted.first + wanted.max_sites
    sites = tuple(islice(_sites(reader, symbol, wanted), last + 1))
    return UsesAnswer(
        symbol,
        n_by_path.total(),
        len(n_by_path),
        _totals((use.role, use.n) for _, use in uses),
        _totals((use.confidence, use.n) for _, use in uses),
        tuple(FolderUse(folder or ".", *n) for folder, *n in using_folders(n_by_path.items())),
        sites[wanted.first : last],
        len(sites) > last,
        *_relatives(reader, symbol),
        _coverage(reader, symbol),
        _same(reader, symbol),
        Mentions() if users or not wanted.max_sites else mentions_of(reader, symbol),
        dynamic=tuple(dynamic_sites(reader, _called(symbol))) if wanted.is_dynamic else (),
    )


def dynamic_sites(reader: BookReader, name: str) -> Iterator[Site]:
    """Where something of the name is used of what cannot be followed."""
    uses = file_links.uses_leading_to(reader.rows, [name_key(name)])
    files = briefs_by_id(reader.rows, {use.file for use in uses})
    for path in sorted(file.path for file in files.values()):
        holders = holders_in(reader, path)
        for group in file_links.decode_called(_references(reader, path), name):
            if not group.targets and group.rule == DYNAMIC.rule:
                for line, col in map(unpack_position, group.positions):
                    within = holders.around(line)
                    place = within.qualname if within else ""
                    yield Site(path, line, col, group.role, "", group.rule, place)


def _same(reader: BookReader, symbol: SymbolLine) -> tuple[SymbolLine, ...]:
    keys = [key for key in _targets(reader, symbol.id) if key != _key(reader, symbol.id)]
    lines = [line for key in keys for line in reader.symbols_with_key(key)]
    return tuple(sorted(lines, key=lambda line: (line.path, line.line)))


def users_of(reader: BookReader, id: str, role: str = "") -> list[tuple[FileBrief, Use]]:
    """The files that refer to a symbol, in one role or all, by path."""
    uses = [
        use for use in file_links.uses_of(reader.rows, [_key(reader, id)]) if role in ("", use.role)
    ]
    files = briefs_by_id(reader.rows, {use.file for use in uses})
    users = [(files[use.file], use) for use in uses]
    users += _users_in_python(reader, id) if role in ("", "call") else ()
    return sorted(users, key=lambda one: (one[0].path, one[1].role, one[1].confidence))


def _users_in_python(reader: BookReader, id: str) -> Iterator[tuple[FileBrief, Use]]:
    """Of an operator: the files that call it by a name that it has in Python."""
    key = _key(reader, id)
    calls = calls_of(reader, key)
    for path, file in briefs_by_path(reader.rows, calls).items():
        line = unpack_position(calls[path][0])[0]
        yield file, Use(key, file.id, "call", "inferred", len(calls[path]), line)


def uses_by(reader: BookReader, symbol: SymbolLine, wanted: Wanted) -> OutgoingAnswer:
    """What stands between the first and the last line of the symbol."""
    groups: list[tuple[LinkedReference, list[int]]] = []
    for group in file_links.decode_linked(_references(reader, symbol.path)):
        lines = [line for line, _ in map(unpack_position, group.positions)]
        inside = [line for line in lines if symbol.line <= line <= symbol.end_line]
        if inside and wanted.role in ("", group.role):
            groups.append((group, inside))
    ids = _target_ids(reader, {key for group, _ in groups for key in group.targets})
    uses = [
        OutgoingUse(id, group.name, lines[0], group.role, group.confidence, group.rule, len(lines))
        for group, lines in groups
        for id in [ids.get(key, "") for key in group.targets] or [""]
    ]
    uses.sort(key=lambda use: (use.line, use.target, use.name))
    return OutgoingAnswer(symbol, tuple(uses), _coverage(reader, symbol))


def _target_ids(reader: BookReader, keys: set[int]) -> dict[int, str]:
    """Symbol ids and paths by the keys that links lead to; what is gone is left out."""
    names = list(file_links.symbol_names(reader.rows, keys))
    files = briefs_by_id(reader.rows, keys | {file for _, file, *_ in names})
    symbols = {key: symbol_id(files[file].path, q, n) for key, file, q, _, n, _ in names}
    return {key: file.path for key, file in files.items()} | symbols


def _sites(reader: BookReader, symbol: SymbolLine, wanted: Wanted) -> Iterator[Site]:
    """Nearest callers first; each symbol on the way is followed once."""
    followed = {symbol.id}
    level = [symbol.id]
    for depth in range(1, wanted.depth + 1):
        callers: dict[str, None] = {}
        for id in level:
            for site, caller in _direct_sites(reader, id, wanted.role):
                yield site._replace(depth=depth)
                if caller:
                    callers[caller.id] = None
        level = [id for id in callers if id not in followed]
        followed.update(level)


_SiteWithin = tuple[Site, SymbolLine | None]


def _direct_sites(reader: BookReader, id: str, role: str) -> Iterator[_SiteWithin]:
    """Each place with the symbol around it, file by file from top to bottom."""
    for path in dict.fromkeys(file.path for file, _ in users_of(reader, id, role)):
        yield from sites_in(reader, path, id, role)


def sites_in(reader: BookReader, path: str, id: str, role: str) -> Iterator[_SiteWithin]:
    """The places of one file that refer to a symbol, in one role or all."""
    holders = holders_in(reader, path)
    sites = [
        site._replace(confidence=unsure or site.confidence)
        for key, unsure in _targets(reader, id).items()
        for site in (*_references_to(reader, path, key), *_imports_of(reader, path, key))
    ]
    positions = calls_of(reader, _key(reader, id)).get(path, ())
    for line, col in map(unpack_position, positions):
        sites.append(Site(path, line, col, "call", "inferred", RULE, ""))
    for site in sorted(site for site in sites if role in ("", site.role)):
        within = holders.around(site.line)
        yield site._replace(within=within.qualname if within else ""), within


def _references_to(reader: BookReader, path: str, key: int) -> Iterator[Site]:
    for group in file_links.decode_holding(_references(reader, path), str(key)):
        if key in group.targets:
            for line, col in map(unpack_position, group.positions):
                yield Site(path, line, col, group.role, group.confidence, group.rule, "")


def _imports_of(reader: BookReader, path: str, key: int) -> Iterator[Site]:
    for one in file_links.imports_in(reader.rows, path):
        if one.leads_to(key):
            yield Site(path, one.line, 0, "import", one.confidence, one.rule, "")


def _relatives(
    reader: BookReader, symbol: SymbolLine
) -> tuple[tuple[SymbolLine, ...], tuple[SymbolLine, ...], bool]:
    """What overrides a symbol and what it overrides; for a class its subclasses and its bases."""
    sets = MethodSets(reader, partial(_embedded, reader))
    if symbol.kind in _WITH_METHODS and sets.are_asked(symbol.path):
        return _related_by_methods(reader, sets, symbol)
    owner = symbol if symbol.kind in CLASSES else _owner(reader, symbol)
    if owner is None:
        return (), (), False
    below, above = _subclasses(reader, owner), _bases(reader, owner)
    has_more = len(below) > MAX_RELATIVES
    if owner is symbol:
        return tuple(below[:MAX_RELATIVES]), tuple(above), has_more
    unsaid = unsaid_bases(reader, symbol, owner, below, partial(_bases, reader))
    overridden = _members(reader, [*above, *unsaid], symbol.name)
    return _members(reader, below, symbol.name), overridden, has_more


def _related_by_methods(
    reader: BookReader, sets: MethodSets, symbol: SymbolLine
) -> tuple[tuple[SymbolLine, ...], tuple[SymbolLine, ...], bool]:
    """Of an interface who implements it, of a type which interfaces; and who embeds either."""
    name = symbol.qualname.rpartition(".")[0] if symbol.kind == "method" else symbol.qualname
    folder = folder_of(symbol.path)
    types = reader.symbol_lines("name = ? AND qualname = name", (name,))
    owner = next((t for t in types if folder_of(t.path) == folder and t.kind in _TYPES), None)
    if owner is None:
        return (), (), False
    below, above = _subclasses(reader, owner), _bases(reader, owner)
    if owner.kind == "interface":
        types = sets.implementers(owner)[:MAX_RELATIVES]
        embedding = [one for type in types for one in _subclasses(reader, type)]
        below = _distinct(below, [*types, *embedding])
    else:
        own = reader.symbols_in(owner.path) if symbol.id == owner.id else [symbol]
        methods = (m for m in own if m.kind == "method" and m.qualname.startswith(f"{name}."))
        known = sets.implemented(owner, methods)
        wider = [one for each in known for one in _subclasses(reader, each)]
        wider = [w for w in wider if w.kind == "interface" and sets.implements(owner, w)]
        above = _distinct(above, [*known, *wider])
    has_more = len(below) > MAX_RELATIVES
    below = below[:MAX_RELATIVES]
    if symbol.kind != "method":
        return tuple(below), tuple(above), has_more
    of_all = [
        [m for one in types for m in sets.methods_of(one, symbol.name)] for types in (below, above)
    ]
    return tuple(of_all[0]), tuple(of_all[1]), has_more


def _distinct(first: list[SymbolLine], second: list[SymbolLine]) -> list[SymbolLine]:
    return list({symbol.id: symbol for symbol in (*first, *second)}.values())


def _embedded(reader: BookReader, symbol: SymbolLine) -> Bases:
    holders = holders_in(reader, symbol.path)
    groups = [
        group for group in _inheriting(reader, symbol.path) if _stands_in(group, symbol, holders)
    ]
    known = [
        line for group in groups for key in group.targets for line in reader.symbols_with_key(key)
    ]
    outside = [f"{g.receiver}.{g.name}".strip(".") for g in groups if not g.targets]
    return Bases(tuple(known), tuple(outside))


def overriding(reader: BookReader, symbol: SymbolLine) -> tuple[SymbolLine, ...]:
    """Methods that override this one; for a class its subclasses."""
    return _relatives(reader, symbol)[0]


def _members(reader: BookReader, owners: list[SymbolLine], name: str) -> tuple[SymbolLine, ...]:
    ids = [symbol_id(owner.path, f"{owner.qualname}.{name}") for owner in owners[:MAX_RELATIVES]]
    return tuple(symbol for id in ids for symbol in reader.symbols_with_key(symbol_key(id)))


def _owner(reader: BookReader, symbol: SymbolLine) -> SymbolLine | None:
    """The class around it, or around its declaration: ``void X::f() {}`` stands in none."""
    for declared in (symbol, *_same(reader, symbol)):
        qualname = declared.qualname.rpartition(".")[0]
        if owner := qualname and holders_in(reader, declared.path).class_called(qualname):
            return owner
    return None


def _subclasses(reader: BookReader, symbol: SymbolLine) -> list[SymbolLine]:
    """All the way down, the nearest first; one more than is listed shows that there are more."""
    subclasses: dict[str, SymbolLine] = {}
    waiting = [symbol.id]
    while waiting:
        for _, within in _direct_sites(reader, waiting.pop(0), "inherit"):
            if len(subclasses) > MAX_RELATIVES:
                return list(subclasses.values())
            if within and within.id != symbol.id and within.id not in subclasses:
                subclasses[within.id] = within
                waiting.append(within.id)
    return list(subclasses.values())


def _bases(reader: BookReader, symbol: SymbolLine) -> list[SymbolLine]:
    bases: dict[str, SymbolLine] = {}
    waiting = [symbol]
    while waiting and len(bases) < MAX_RELATIVES:
        for base in _direct_bases(reader, waiting.pop(0)):
            if base.id != symbol.id and base.id not in bases:
                bases[base.id] = base
                waiting.append(base)
    return list(bases.values())


def _direct_bases(reader: BookReader, symbol: SymbolLine) -> Iterator[SymbolLine]:
    holders = holders_in(reader, symbol.path)
    for group in _inheriting(reader, symbol.path):
        if _stands_in(group, symbol, holders):
            for key in group.targets:
                yield from reader.symbols_with_key(key)


def _stands_in(group: LinkedReference, symbol: SymbolLine, holders: Holders) -> bool:
    """And in nothing within it."""
    lines = (line for line, _ in map(unpack_position, group.positions))
    inside = (line for line in lines if symbol.line <= line <= symbol.end_line)
    return any((around := holders.around(line)) and around.id == symbol.id for line in inside)


@lru_cache(maxsize=32)
def _inheriting(reader: BookReader, path: str) -> list[LinkedReference]:
    groups = file_links.decode_holding(_references(reader, path), '"inherit"')
    return [group for group in groups if group.role == "inherit"]


# A class and its many subclasses often stand in the same few files.
@lru_cache(maxsize=32)
def _references(reader: BookReader, path: str) -> str:
    return file_links.references_in(reader.rows, path)


@lru_cache(maxsize=32)
def _targets(reader: BookReader, id: str) -> dict[int, str]:
    return confidence_by_target(reader.rows, _key(reader, id))


def _key(reader: BookReader, id: str) -> int:
    """Of a symbol, or of a file, whose id is its path."""
    return symbol_key(id) if "::" in id else reader.file_id(id)


def _coverage(reader: BookReader, symbol: SymbolLine) -> Coverage:
    unresolved = file_links.uses_leading_to(reader.rows, [name_key(_called(symbol))])
    return Coverage(reader.n_unparsed, sum(use.n for use in unresolved))


def _called(symbol: SymbolLine) -> str:
    """As code writes it behind a dot."""
    return bare_operator(symbol.name) if symbol.kind == OPERATOR else symbol.name


def _totals(pairs: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    total: Counter[str] = Counter()
    for name, n in pairs:
        total[name] += n
    return tuple(sorted(total.items(), key=lambda item: (-item[1], item[0])))
