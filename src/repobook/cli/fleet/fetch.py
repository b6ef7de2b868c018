"""``repobook fleet fetch``: a book out of the store."""

from pathlib import Path

import click

from repobook.cli.fleet_reading import fleet_option
from repobook.cli.output import print_line
from repobook.errors import RepobookError
from repobook.fleet.config import read_fleet
from repobook.fleet.store import open_store


@click.command(short_help="Copy a book from the object store.")
@click.argument("repository")
@click.option("-o", "--output", metavar="BOOK", help="Output folder [./REPOSITORY.book].")
@fleet_option
def command(repository: str, output: str | None, fleet_file: str) -> None:
    """Copy the book of REPOSITORY from the object store of the fleet."""
    fleet = read_fleet(Path(fleet_file))
    if repository not in {each.name for each in fleet.repositories}:
        raise RepobookError(f"the fleet {fleet.name} has no repository {repository}")
    target = Path(output or f"{repository}.book")
    open_store(fleet.store).fetch(repository, target)
    print_line(str(target))
