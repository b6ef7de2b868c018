"""``dependencies``: what a file depends on, what depends on it, the path to another file."""

from collections.abc import Sequence

from repobook.ask.book import Book
from repobook.ask.dependencies_answer import DepsAnswer, Edge, Step, WayAnswer, counted_files
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import unresolved
from repobook.text.amounts import count


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    found = book.dependencies(given["file"], given["to"] or None)
    if isinstance(found, DepsAnswer):
        return _both_ways(found, given["direction"], first)
    if isinstance(found, WayAnswer):
        return _way(found, first)
    return unresolved(found, first)


def _both_ways(answer: DepsAnswer, direction: str, first: int) -> Answer:
    rows: list[Row] = []
    if direction != "in":
        rows += [_edge_row(edges, "out", answer.path) for edges in _by_path(answer.out)]
        rows += [_outside_row(*outside) for outside in answer.outside]
    if direction != "out":
        rows += [_edge_row(edges, "in", edges[0].path) for edges in _by_path(answer.into)]
    about = (
        f"{answer.path} depends on {counted_files(answer.out)} and "
        f"{count(len(answer.outside), 'module')} outside; "
        f"dependents: {counted_files(answer.into)}"
    )
    cycle = f"in an import cycle of {len(answer.cycle):,} files: {', '.join(answer.cycle[:6])}"
    notes = (cycle,) if answer.cycle else ()
    covered = _covered(answer.n_unparsed)
    return Answer(about, rows[first:], len(rows), covered, notes, subjects=(answer.path,))


def _by_path(edges: Sequence[Edge]) -> list[list[Edge]]:
    """The surest edge to a file first; one file after the other."""
    edges_by_path: dict[str, list[Edge]] = {}
    for edge in edges:
        edges_by_path.setdefault(edge.path, []).append(edge)
    return [*edges_by_path.values()]


def _edge_row(edges: list[Edge], direction: str, cited: str) -> Row:
    """All that ties two files, with the line of the surest, which stands in the dependent."""
    edge, kinds = edges[0], ", ".join(edge.kind for edge in edges)
    cells: dict[str, str | int] = {"path": edge.path, "line": edge.line, "direction": direction}
    cells |= {"kind": kinds, "confidence": edge.confidence}
    arrow = "->" if direction == "out" else "<-"
    at = f"at {cited}:{edge.line}"
    return Row(cells, line(f"{arrow} {edge.path}", kinds, at, edge.confidence))


def _outside_row(module: str, at: int, reason: str) -> Row:
    cells: dict[str, str | int] = {"path": "", "line": at, "direction": "outside"}
    cells |= {"kind": module, "confidence": reason}
    return Row(cells, line(f"-> {module}", f"line {at}", reason))


def _way(answer: WayAnswer, first: int) -> Answer:
    rows = [_step_row(step) for step in answer.steps]
    ends = f"from {answer.source} to {answer.target}"
    about = f"{count(len(rows), 'step')} {ends}" if rows else f"no dependency path {ends}"
    covered = f"{count(answer.n_reached, 'file')} searched; {_covered(answer.n_unparsed)}"
    return Answer(about, rows[first:], len(rows), covered)


def _step_row(step: Step) -> Row:
    cells: dict[str, str | int] = {"path": step.target, "line": step.line, "direction": "out"}
    cells |= {"kind": step.kind, "confidence": step.confidence}
    place = f"{step.source}:{step.line}"
    return Row(cells, line(place, f"{step.kind}s {step.target}", step.confidence))


def _covered(n_unparsed: int) -> str:
    return (
        f"imports, includes, calls and inheritance; {count(n_unparsed, 'file')} with parse problems"
    )


TOOL = Tool(
    "dependencies",
    "Files that a file depends on and files that depend on it, with lines; "
    "to=OTHER gives the shortest dependency path between two files.",
    (
        Parameter("file"),
        Parameter("direction", "", "both", choices=("both", "in", "out")),
        Parameter("to", "", ""),
    ),
    {
        "path": "string",
        "line": "integer",
        "direction": "string",
        "kind": "string",
        "confidence": "string",
    },
    _ask,
)
