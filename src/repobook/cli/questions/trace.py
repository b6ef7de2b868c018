"""``repobook trace``: the chain that a name belongs to, from a route, command or operator on."""

import click

from repobook.ask.book import Book
from repobook.ask.trace.chain_steps import Hop, Stage
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.cli.matches import print_found
from repobook.cli.output import count, print_line, print_table, say
from repobook.cli.reading import reads_book
from repobook.index.reader.binding_reader import FileUses
from repobook.model.answers import Nothing


@click.command(short_help="Follow a route, a command or an operator to its code.")
@click.argument("name")
@reads_book
def command(ctx: click.Context, name: str, book: Book, as_json: bool) -> None:
    """Follow NAME through a framework: a route, a command, an operator, code, or path:line."""
    answer = book.trace(name)
    print_found("trace", book.commit, answer, as_json, {TraceAnswer: _print_trace})
    if isinstance(answer, Nothing):
        ctx.exit(1)


def _print_trace(answer: TraceAnswer) -> None:
    for symbol in answer.subjects:
        print_line(f"{symbol.path}:{symbol.line}  {symbol.kind} {symbol.qualname}")
        if symbol.signature:
            print_line(f"    {symbol.signature}")
    for stage in answer.stages:
        _print_stage(stage)
    _print_uses("Tests that name it", answer.tests, answer.n_tests)
    _print_uses("Other uses", answer.uses, answer.n_uses)
    if not answer.stages:
        say("no known route, command, operator or binding leads there")
        say(f"next: repobook impact {answer.query}, repobook refs {answer.query} --out")
    n_open = sum(bool(hop.rule) for stage in answer.stages for hop in stage.hops)
    if n_open:
        say(f"the chain stops at {n_open:,} places, each with its reason")


def _print_stage(stage: Stage) -> None:
    print_line()
    print_line(stage.title)
    print_table([_row(hop) for hop in stage.hops])


def _row(hop: Hop) -> tuple[str, ...]:
    place = f"{hop.path}:{hop.line}"
    if not hop.target:
        return hop.detail or hop.subject, hop.subject, place, hop.rule
    target = f"{hop.name}  {hop.target_path}:{hop.target_line}"
    return hop.detail or hop.subject, target, f"bound at {place}", hop.confidence


def _print_uses(title: str, uses: tuple[FileUses, ...], n_all: int) -> None:
    if not uses:
        return
    print_line()
    print_line(f"{title}: {count(n_all, 'file')}")
    print_table([(f"{use.path}:{use.line}", f"{use.n:,}") for use in uses])
