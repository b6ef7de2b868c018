"""``repobook deps``: what a file depends on, what depends on it, the path between two files."""

from functools import partial

import click

from repobook.ask.book import Book
from repobook.ask.dependencies_answer import DepsAnswer, Edge, WayAnswer, counted_files
from repobook.cli.matches import Printers, print_found, say_others
from repobook.cli.output import count, print_line, print_table, say
from repobook.cli.reading import reads_book
from repobook.model.answers import Nothing

_MAX_EDGES = 60


@click.command(short_help="Show what FILE depends on and what depends on it.")
@click.argument("file")
@click.option(
    "--to", "other", metavar="OTHER", help="Show the shortest dependency path from FILE to OTHER."
)
@click.option("--all", "is_all", is_flag=True, help="List every edge.")
@reads_book
def command(
    ctx: click.Context, file: str, other: str | None, is_all: bool, book: Book, as_json: bool
) -> None:
    """Show what FILE depends on and what depends on it, with the lines that prove it. FILE may be
    the name of a symbol in it."""
    answer = book.dependencies(file, other)
    print_deps = partial(_print_deps, limit=None if is_all else _MAX_EDGES)
    printers: Printers = {DepsAnswer: print_deps, WayAnswer: _print_way}
    print_found("deps", book.commit, answer, as_json, printers)
    if isinstance(answer, Nothing) or (isinstance(answer, WayAnswer) and not answer.steps):
        ctx.exit(1)


def _print_deps(answer: DepsAnswer, limit: int | None) -> None:
    print_line(f"{answer.path}:1")
    _print_edges(f"depends on {counted_files(answer.out)}", answer.out, limit, answer.path)
    _print_edges(f"used by {counted_files(answer.into)}", answer.into, limit)
    if answer.outside:
        print_line()
        print_line(f"external or not found: {len(answer.outside):,}")
        outside = answer.outside[:limit]
        print_table([(f"{answer.path}:{o.line}", o.module, o.reason) for o in outside])
        _say_cut(len(answer.outside), len(outside))
    if answer.cycle:
        print_line()
        print_line(f"in an import cycle of {count(len(answer.cycle), 'file')}:")
        print_table([(path,) for path in answer.cycle[:limit]])
        _say_cut(len(answer.cycle), len(answer.cycle[:limit]))
    say(f"covered: {count(answer.n_unparsed, 'file')} with parse problems")
    say_others(answer.others)


def _print_edges(title: str, edges: tuple[Edge, ...], limit: int | None, source: str = "") -> None:
    """The line of an edge lies in the file that it leads from."""
    print_line()
    print_line(title)
    rows = [
        (
            edge.path if source else f"{edge.path}:{edge.line}",
            edge.kind,
            count(edge.n, "place"),
            edge.confidence,
            f"line {edge.line}" if source else "",
        )
        for edge in edges[:limit]
    ]
    print_table(rows)
    _say_cut(len(edges), len(rows))


def _say_cut(n_all: int, n_shown: int) -> None:
    if n_shown < n_all:
        print_line(f"  and {n_all - n_shown:,} more; --all lists them")


def _print_way(answer: WayAnswer) -> None:
    for step in answer.steps:
        print_line(f"{step.source}:{step.line}  {step.kind} ({step.confidence})  {step.target}")
    if not answer.steps:
        reached = count(answer.n_reached, "file")
        say(f"no dependency path from {answer.source} to {answer.target} ({reached} searched)")
    say(f"covered: {count(answer.n_unparsed, 'file')} with parse problems")
