"""``repobook fleet status``: what became of every repository."""

import click

from repobook.cli.fleet_reading import asks_fleet, print_fleet_answer
from repobook.cli.output import print_line, print_table
from repobook.fleet.config import Fleet
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetStatus, RepositoryLine
from repobook.fleet.fleet_questions import status


@click.command(short_help="Show the status of every repository.")
@asks_fleet
def command(ctx: click.Context, fleet: Fleet, index: FleetIndex, as_json: bool) -> None:
    """Show for every repository whether it was built, is unchanged, failed and why, or waits."""
    answer = status(index, fleet.name)
    if print_fleet_answer(ctx, "status", answer, as_json):
        print_status(answer)
    ctx.exit(1 if answer.n_by_state["failed"] else 0)


def print_status(answer: FleetStatus) -> None:
    print_table([_row(line) for line in answer.repositories], indent="")
    print_line(account(answer))


def account(answer: FleetStatus) -> str:
    states = " + ".join(f"{n:,} {state}" for state, n in answer.n_by_state.items() if n)
    n_all = len(answer.repositories)
    return f"account: {states} = {n_all:,} {'repository' if n_all == 1 else 'repositories'}"


def _row(line: RepositoryLine) -> tuple[str, ...]:
    files = f"{line.n_documented:,} documented + {line.n_listed:,} listed files"
    known = f"{files}, {line.n_symbols:,} symbols" if line.n_documented + line.n_listed else ""
    return line.name, line.state, line.commit[:12], line.reason or known
