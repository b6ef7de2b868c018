"""``repobook fleet``: many repositories at once."""

import click

from repobook.cli import fleet
from repobook.cli.command_files import CommandFiles


@click.group(
    cls=CommandFiles, rooms=(fleet,), short_help="Build and ask many repositories at once."
)
def command() -> None:
    """Build the books of many repositories, and ask across them.

    FLEET is a file that names them (docs/fleet.md); without it fleet.toml of this folder.
    """
