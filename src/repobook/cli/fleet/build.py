"""``repobook fleet build``: a book for every repository, and the index across them."""

from contextlib import closing
from pathlib import Path

import click

from repobook.api import n_cores
from repobook.cli.fleet.status import account
from repobook.cli.fleet_reading import fleet_option
from repobook.cli.output import print_answer, print_line, say
from repobook.fleet.build_task import Outcome
from repobook.fleet.config import read_fleet
from repobook.fleet.driver import build_fleet
from repobook.fleet.runners.local import LocalRunner
from repobook.fleet.runners.runner import Runner


@click.command(short_help="Build the repositories that changed.")
@click.argument("repositories", nargs=-1)
@fleet_option
@click.option("--jobs", type=click.IntRange(1, 1024), help="Parallel builds [one per core].")
@click.option("--ray", metavar="ADDRESS", help="Build on this Ray cluster; `local` starts one.")
@click.option("--quiet", is_flag=True, help="Do not print a line per repository.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    repositories: tuple[str, ...],
    fleet_file: str,
    jobs: int | None,
    ray: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Build the books of all repositories, or of those named, and the index across them."""
    fleet = read_fleet(Path(fleet_file))
    with closing(_runner(jobs, ray)) as runner:
        on_outcome = _say_nothing if quiet else print_outcome
        answer = build_fleet(fleet, runner, repositories, on_outcome)
    if as_json:
        print_answer("fleet build", "", answer)
    else:
        print_line(account(answer))
    ctx.exit(1 if answer.n_by_state["failed"] else 0)


def _runner(jobs: int | None, ray: str | None) -> Runner:
    if ray is None:
        return LocalRunner(jobs or n_cores())
    from repobook.fleet.runners.ray_cluster import RayRunner  # the extra of fleets

    return RayRunner("" if ray == "local" else ray, jobs)


def print_outcome(outcome: Outcome, n_ended: int, n_all: int) -> None:
    reason = f": {outcome.reason}" if outcome.reason else ""
    took = f"in {outcome.seconds:.1f} s"
    say(f"[{n_ended}/{n_all}] {outcome.repository} {outcome.state} {took}{reason}")


def _say_nothing(outcome: Outcome, n_ended: int, n_all: int) -> None:
    pass
