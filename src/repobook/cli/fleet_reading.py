"""What every command has in common that asks a fleet."""

from collections.abc import Callable
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any

import click

from repobook.cli.output import count, print_answer, say
from repobook.fleet.config import read_fleet
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetNothing

fleet_option = click.option(
    "--fleet",
    "fleet_file",
    default="fleet.toml",
    show_default=True,
    metavar="FLEET",
    help="The file that lists the repositories.",
)


def asks_fleet(command: Callable[..., None]) -> Callable[..., None]:
    """The command has ``--fleet`` and ``--json`` and is given the fleet and its index."""

    @wraps(command)
    def opened(*arguments: Any, fleet_file: str, **options: Any) -> None:
        fleet = read_fleet(Path(fleet_file))
        with closing(FleetIndex(open_database(fleet.database))) as index:
            command(*arguments, fleet=fleet, index=index, **options)

    as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
    return fleet_option(as_json(click.pass_context(opened)))


def print_fleet_answer(ctx: click.Context, command: str, answer: Any, as_json: bool) -> bool:
    """Whether the answer is still to be printed in words."""
    if as_json:
        print_answer(f"fleet {command}", "", answer)
        return False
    if isinstance(answer, FleetNothing):
        looked = count(answer.n_repositories, "repository", "repositories")
        say(f"no repository exports {answer.name} ({looked} searched)")
        ctx.exit(1)
    return True
