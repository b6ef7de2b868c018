"""``repobook fleet refs``: who, in any other repository, uses a symbol."""

import click

from repobook.cli.fleet_reading import asks_fleet, print_fleet_answer
from repobook.cli.output import count, print_line, print_table, say
from repobook.fleet.config import Fleet
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetReferences, OfferedSymbol
from repobook.fleet.fleet_questions import references

_MAX_OTHERS = 5
_MAX_NAMES = 5


@click.command(short_help="Find who uses a symbol in other repositories.")
@click.argument("symbol")
@click.option("-n", "n", default=100, type=click.IntRange(0), help="Maximum number of places.")
@asks_fleet
def command(
    ctx: click.Context, symbol: str, n: int, fleet: Fleet, index: FleetIndex, as_json: bool
) -> None:
    """Find who uses SYMBOL in other repositories: as users write it (flask.Flask.route), as it is
    defined or inherited (Flask.route), or by its place (repository:path::Name)."""
    answer = references(index, symbol, n)
    if print_fleet_answer(ctx, "refs", answer, as_json) and isinstance(answer, FleetReferences):
        _print(answer)


def _print(answer: FleetReferences) -> None:
    print_symbol(answer.symbol)
    more = f" and {len(answer.names) - _MAX_NAMES:,} more" if answer.names[_MAX_NAMES:] else ""
    print_line(f"  exported as {', '.join(answer.names[:_MAX_NAMES])}{more}")
    users = count(answer.n_repositories, "other repository", "other repositories")
    print_line(f"{count(answer.n_uses, 'use')} in {users}")
    print_table(
        [
            (f"{use.repository}:{use.path}:{use.line}", use.role, _sure(use.confidence, use.rule))
            for use in answer.uses
        ],
        indent="",
    )
    if answer.is_cut:
        say(f"the first {len(answer.uses):,} are listed; -n lists more")
    for other in answer.others[:_MAX_OTHERS]:
        say(f"also {_place(other)}")


def _sure(confidence: str, rule: str) -> str:
    return f"{confidence}: {rule}" if rule else confidence


def print_symbol(symbol: OfferedSymbol) -> None:
    print_line(f"{_place(symbol)}  {symbol.kind} {symbol.qualname}")


def _place(symbol: OfferedSymbol) -> str:
    return f"{symbol.repository}:{symbol.path}:{symbol.line}"
