"""``trace``: the chain that a name belongs to, from a route, command or operator on."""

from repobook.ask.book import Book
from repobook.ask.trace.chain_steps import Hop, Stage
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.index.reader.binding_reader import FileUses
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import coverage, unresolved
from repobook.model.answers import Nothing
from repobook.text.amounts import count


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    found = book.trace(given["name"])
    if isinstance(found, TraceAnswer):
        return _answer(found, first)
    return _no_chain(found) if isinstance(found, Nothing) else unresolved(found, first)


def _no_chain(found: Nothing) -> Answer:
    """Something else may bear the name."""
    about = f"no route, command or operator named {found.name}"
    covered = f"what frameworks declare in {coverage(found.n_files, found.n_unparsed)}"
    return Answer(about, (), 0, covered, ("references and impact follow functions and classes",))


def _answer(found: TraceAnswer, first: int) -> Answer:
    rows = [_hop_row(stage, hop) for stage in found.stages for hop in stage.hops]
    n_open = sum(bool(hop.rule) for stage in found.stages for hop in stage.hops)
    rows += [_use_row("test", use) for use in found.tests]
    rows += [_use_row("use", use) for use in found.uses]
    names = ", ".join(f"{one.qualname} at {one.path}:{one.line}" for one in found.subjects[:3])
    listed = len(found.tests) + len(found.uses)
    more = found.n_tests + found.n_uses - listed
    notes = (f"{count(more, 'further file')} that use it are not listed",) if more > 0 else ()
    covered = f"bindings that are declared; the chain stops at {count(n_open, 'place')}"
    about = f"{names}: {count(len(rows), 'step')}"
    return Answer(about, rows[first:], len(rows), covered, notes)


def _hop_row(stage: Stage, hop: Hop) -> Row:
    """Where the chain stops, the reason stands instead of a target."""
    target = hop.target or hop.name or hop.subject
    sure = hop.confidence if hop.target else hop.rule
    cells: dict[str, str | int] = {"path": hop.path, "line": hop.line, "stage": stage.name}
    cells |= {"name": target, "detail": hop.detail, "confidence": sure}
    place = f"{hop.target_path}:{hop.target_line}" if hop.target else ""
    bound = f"bound at {hop.path}:{hop.line}"
    return Row(cells, line(stage.title, hop.detail, target, place, bound, sure))


def _use_row(stage: str, use: FileUses) -> Row:
    cells: dict[str, str | int] = {"path": use.path, "line": use.line, "stage": stage}
    cells |= {"name": "", "detail": count(use.n, "use"), "confidence": ""}
    return Row(cells, line(f"{use.path}:{use.line}", stage, count(use.n, "use")))


TOOL = Tool(
    "trace",
    "Follow a route, command or operator through its framework: code, kernels, tests.",
    (Parameter("name"),),
    {
        "path": "string",
        "line": "integer",
        "stage": "string",
        "name": "string",
        "detail": "string",
        "confidence": "string",
    },
    _ask,
)
