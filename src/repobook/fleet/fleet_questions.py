"""The questions that are answered across repositories."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from repobook.fleet.contribution.offered_names import worst
from repobook.fleet.database.fleet_index import FleetIndex, Symbol, UseRow
from repobook.fleet.fleet_answers import (
    STATES,
    AffectedRepository,
    Dependent,
    FleetFindings,
    FleetImpact,
    FleetNothing,
    FleetReferences,
    FleetSearch,
    FleetStatus,
    FleetUse,
    PackageEdge,
)
from repobook.model.finding import SEVERITIES
from repobook.model.graph import CONFIDENCES
from repobook.text.terms import terms_in


def status(index: FleetIndex, fleet: str) -> FleetStatus:
    """Every repository is in exactly one state."""
    lines = tuple(index.repositories())
    n_by_state = Counter(line.state for line in lines)
    return FleetStatus(fleet, lines, {state: n_by_state[state] for state in STATES})


def search(index: FleetIndex, query: str, limit: int = 20) -> FleetSearch:
    terms = list(dict.fromkeys(terms_in(query)))
    found = index.entries(query, terms, limit + 1)
    return FleetSearch(query, tuple(found[:limit]), index.n_repositories(), len(found) > limit)


def references(index: FleetIndex, name: str, limit: int = 100) -> FleetReferences | FleetNothing:
    """Who, in any other repository, uses a symbol; of several that are meant the most used one."""
    meant = index.symbols_called(name)
    if not meant:
        return FleetNothing(name, index.n_repositories())
    (symbol, offered), *others = meant
    uses = _judged(index, symbol)
    names = tuple(each for _, each in index.names_of(symbol))
    n_repositories = len({use.repository for use in uses})
    return FleetReferences(
        offered, names, tuple(uses[:limit]), len(uses), n_repositories, tuple(o for _, o in others)
    )


def impact(index: FleetIndex, name: str) -> FleetImpact | FleetNothing:
    """What a change of a symbol may break in other repositories."""
    found = references(index, name, limit=1 << 31)
    if isinstance(found, FleetNothing):
        return found
    by_repository: defaultdict[str, list[FleetUse]] = defaultdict(list)
    for use in found.uses:
        by_repository[use.repository].append(use)
    affected = [_affected(repository, uses) for repository, uses in by_repository.items()]
    dependents = _dependents(index.package_edges(), found.symbol.repository)
    return FleetImpact(
        found.symbol,
        tuple(sorted(affected, key=lambda each: (-each.n_uses, each.name))),
        tuple(each for each in dependents if each.name not in by_repository),
    )


def findings(index: FleetIndex, rule: str = "", limit: int = 100) -> FleetFindings:
    """How often rules speak across repositories, and where one of them does."""
    by_rule = [each for each in index.rules_found() if rule in ("", each.rule)]
    by_rule.sort(key=lambda each: (SEVERITIES.index(each.severity), -each.n_findings, each.rule))
    found = index.findings_of(rule, limit + 1) if rule else []
    places = tuple(found[:limit])
    return FleetFindings(
        rule, tuple(by_rule), places, index.n_repositories(), is_cut=len(found) > limit
    )


def _judged(index: FleetIndex, symbol: Symbol) -> list[FleetUse]:
    rows = index.uses_of(symbol)
    if not rows:
        return []
    providers = index.providers_of(symbol)
    dependents = index.dependents_of({each for ids in providers.values() for each in ids})
    uses: dict[tuple[str, str, int, str], FleetUse] = {}
    for row in rows:
        use = _judge(row, symbol.repository, providers[row.name], dependents)
        if use is not None:
            uses.setdefault((use.repository, use.path, use.line, use.role), use)
    return sorted(uses.values())


def _judge(
    row: UseRow, own: int, providers: set[int], dependents: dict[int, set[int]]
) -> FleetUse | None:
    """Whose name it is, by what the using repository declares; None if it is another's."""
    declared = {each for each in providers if row.repository in dependents[each]}
    if declared and own not in declared:
        return None
    confidence, rule = worst(row.confidence, row.offer_confidence), ""
    if len(declared or providers) > 1:
        confidence, rule = "ambiguous", "several repositories offer the name"
    elif not declared:
        confidence, rule = worst(confidence, "inferred"), "no manifest declares the package"
    place = row.repository_name, row.path, row.line
    return FleetUse(*place, row.role, row.name, confidence, rule, bool(row.is_test))


def _affected(repository: str, uses: list[FleetUse]) -> AffectedRepository:
    files = {use.path for use in uses}
    n_tests = len({use.path for use in uses if use.is_test})
    surest = min((use.confidence for use in uses), key=CONFIDENCES.index)
    return AffectedRepository(repository, len(uses), len(files), n_tests, surest)


def _dependents(edges: Iterable[PackageEdge], repository: str) -> list[Dependent]:
    """Nearest first, each once."""
    by_target: defaultdict[str, list[PackageEdge]] = defaultdict(list)
    for edge in edges:
        by_target[edge.target].append(edge)
    found: dict[str, Dependent] = {}
    nearest, depth = [repository], 1
    while nearest:
        further = []
        for edge in (edge for target in nearest for edge in by_target[target]):
            if edge.source not in found and edge.source != repository:
                found[edge.source] = Dependent(edge.source, edge.purl, edge.path, edge.line, depth)
                further.append(edge.source)
        nearest, depth = further, depth + 1
    return list(found.values())
