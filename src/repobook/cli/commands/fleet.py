"""``repobook fleet``: many repositories at once."""

import click

from repobook.cli import fleet
from repobook.cli.command_files import CommandFiles


@click.group(
    cls=CommandFiles, rooms=(fleet,), short_help="Build and query many repositories at once."
)
def command() -> None:
    """Build the books of many repositories and query across them.

    FLEET is a file that lists them (see docs/fleet.md); the default is ./fleet.toml.
    """
