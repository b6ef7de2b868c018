"""``repobook fleet watch``: keeps a fleet fresh."""

import time
from contextlib import closing
from pathlib import Path

import click

from repobook.api import n_cores
from repobook.cli.fleet.build import print_outcome
from repobook.cli.fleet_reading import fleet_option
from repobook.cli.output import say
from repobook.fleet.config import read_fleet
from repobook.fleet.refresh import Changes, refresh
from repobook.fleet.runners.local import LocalRunner


@click.command(short_help="Rebuild repositories as they change.")
@fleet_option
@click.option("--jobs", type=click.IntRange(1, 1024), help="Parallel builds [one per core].")
@click.option(
    "--every",
    default=30,
    show_default=True,
    type=click.IntRange(1),
    metavar="SECONDS",
    help="Polling interval.",
)
@click.option("--once", is_flag=True, help="Poll once, build what changed, and exit.")
def command(fleet_file: str, jobs: int | None, every: int, once: bool) -> None:
    """Rebuild repositories whose branches moved or that a webhook named."""
    changes = Changes()
    with closing(LocalRunner(jobs or n_cores())) as runner:
        while True:
            fleet = read_fleet(Path(fleet_file))
            names = refresh(fleet, runner, changes, print_outcome)
            if once:
                say(f"{len(names):,} of {len(fleet.repositories):,} repositories had changed")
                return
            time.sleep(every)
