"""``repobook fleet impact``: what a change of a symbol may break elsewhere."""

import click

from repobook.cli.fleet.refs import print_symbol
from repobook.cli.fleet_reading import asks_fleet, print_fleet_answer
from repobook.cli.output import count, print_line, print_table
from repobook.fleet.config import Fleet
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetImpact
from repobook.fleet.fleet_questions import impact


@click.command(short_help="Show what a change may break in other repositories.")
@click.argument("symbol")
@asks_fleet
def command(
    ctx: click.Context, symbol: str, fleet: Fleet, index: FleetIndex, as_json: bool
) -> None:
    """Show which repositories use SYMBOL, and which depend on its package without a known use."""
    answer = impact(index, symbol)
    if print_fleet_answer(ctx, "impact", answer, as_json) and isinstance(answer, FleetImpact):
        _print(answer)


def _print(answer: FleetImpact) -> None:
    print_symbol(answer.symbol)
    users = count(len(answer.affected), "other repository", "other repositories")
    print_line(f"used by {users}")
    print_table(
        [
            (
                each.name,
                count(each.n_uses, "use"),
                f"{count(each.n_files, 'file')} ({each.n_tests:,} of tests)",
                each.confidence,
            )
            for each in answer.affected
        ]
    )
    if answer.dependents:
        print_line(f"no use found in {len(answer.dependents):,} more that depend on its package")
    print_table(
        [
            (
                each.name,
                f"{each.path}:{each.line}",
                each.purl,
                "directly" if each.depth == 1 else f"through {each.depth - 1:,} others",
            )
            for each in answer.dependents
        ]
    )
