"""``repobook fleet search``: names and files of all repositories."""

import click

from repobook.cli.fleet_reading import asks_fleet, print_fleet_answer
from repobook.cli.output import count, print_table, say
from repobook.fleet.config import Fleet
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_questions import search


@click.command(short_help="Search all repositories.")
@click.argument("words", nargs=-1, required=True)
@click.option(
    "-n", "n", default=20, type=click.IntRange(1, 1000), help="Maximum number of results."
)
@asks_fleet
def command(
    ctx: click.Context,
    words: tuple[str, ...],
    n: int,
    fleet: Fleet,
    index: FleetIndex,
    as_json: bool,
) -> None:
    """Find files and symbols whose names, paths or summaries contain all WORDS."""
    answer = search(index, " ".join(words), n)
    if print_fleet_answer(ctx, "search", answer, as_json):
        print_table(
            [
                (f"{e.repository}:{e.path}:{e.line}", e.kind, e.qualname or e.name, e.about)
                for e in answer.entries
            ],
            indent="",
        )
        more = "; -n lists more" if answer.is_cut else ""
        looked = count(answer.n_repositories, "repository", "repositories")
        say(f"{len(answer.entries):,} listed, {looked} searched{more}")
    ctx.exit(0 if answer.entries else 1)
