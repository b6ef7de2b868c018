"""The tools of a fleet: search over all repositories, uses across them, what a change may break."""

from typing import Final, Literal

from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetEntry, FleetNothing, FleetUse, OfferedSymbol
from repobook.fleet.fleet_questions import impact, references, search
from repobook.mcp.answer import Answer, Cell, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.text.amounts import count

_MAX_ROWS: Final = 1_000
_PLACE: Final[dict[str, Literal["string", "integer"]]] = {
    "repository": "string",
    "path": "string",
    "line": "integer",
}


def _search(index: FleetIndex, given: Arguments, first: int) -> Answer:
    found = search(index, given["query"], _MAX_ROWS)
    rows = [_entry_row(entry) for entry in found.entries]
    about = f"{count(len(rows), 'match', 'matches')} for {given['query']}"
    covered = _looked(found.n_repositories)
    return Answer(about, rows[first:], len(rows), covered, (), found.is_cut)


def _references(index: FleetIndex, given: Arguments, first: int) -> Answer:
    found = references(index, given["symbol"], _MAX_ROWS)
    if isinstance(found, FleetNothing):
        return _nothing(found)
    rows = [_use_row(use) for use in found.uses]
    uses = f"{count(found.n_uses, 'use')} in {_repositories(found.n_repositories)}"
    notes = tuple(f"also {_place(other)}" for other in found.others[:3])
    covered = _looked(index.n_repositories())
    about = f"{_place(found.symbol)}: {uses}, exported as {', '.join(found.names[:5])}"
    return Answer(about, rows[first:], found.n_uses, covered, notes, found.is_cut)


def _impact(index: FleetIndex, given: Arguments, first: int) -> Answer:
    found = impact(index, given["symbol"])
    if isinstance(found, FleetNothing):
        return _nothing(found)
    rows = [
        Row(
            {"repository": each.name, "uses": each.n_uses, "confidence": each.confidence},
            line(each.name, count(each.n_uses, "use"), each.confidence),
        )
        for each in found.affected
    ]
    rows += [
        Row(
            {"repository": each.name, "path": each.path, "line": each.line, "uses": 0},
            line(f"{each.name}:{each.path}:{each.line}", f"declares {each.purl}, no use found"),
        )
        for each in found.dependents
    ]
    about = f"{_place(found.symbol)}: used by {_repositories(len(found.affected))}"
    return Answer(about, rows[first:], len(rows), _looked(index.n_repositories()))


def _entry_row(entry: FleetEntry) -> Row:
    name = entry.qualname or entry.name
    cells = _cells(entry) | {"kind": entry.kind, "name": name, "about": entry.about}
    where = f"{entry.repository}:{entry.path}:{entry.line}"
    return Row(cells, line(where, entry.kind, name, f"| {entry.about}" if entry.about else ""))


def _use_row(use: FleetUse) -> Row:
    cells = _cells(use) | {"role": use.role, "confidence": use.confidence}
    where = f"{use.repository}:{use.path}:{use.line}"
    return Row(cells, line(where, use.role, use.confidence, use.rule))


def _cells(one: FleetEntry | FleetUse) -> dict[str, Cell]:
    return {"repository": one.repository, "path": one.path, "line": one.line}


def _nothing(found: FleetNothing) -> Answer:
    return Answer(f"no repository exports {found.name}", [], 0, _looked(found.n_repositories))


def _place(symbol: OfferedSymbol) -> str:
    return f"{symbol.repository}:{symbol.path}:{symbol.line} {symbol.kind} {symbol.qualname}"


def _looked(n_repositories: int) -> str:
    return f"{_repositories(n_repositories)} searched"


def _repositories(n: int) -> str:
    return count(n, "repository", "repositories")


_SYMBOL: Final = Parameter("symbol", "as users write it (pkg.Class.f), or repository:path::Name")
FLEET_TOOLS: Final = (
    Tool(
        "fleet_impact",
        "Which other repositories a change of a symbol may break, and which only depend on it.",
        (_SYMBOL,),
        {**_PLACE, "uses": "integer", "confidence": "string"},
        _impact,
    ),
    Tool(
        "fleet_references",
        "Every place in other repositories that uses a symbol of one, followed through packages.",
        (_SYMBOL,),
        {**_PLACE, "role": "string", "confidence": "string"},
        _references,
    ),
    Tool(
        "fleet_search",
        "Symbols and files of all repositories whose names, paths or summaries have these words.",
        (Parameter("query"),),
        {**_PLACE, "kind": "string", "name": "string", "about": "string"},
        _search,
    ),
)
