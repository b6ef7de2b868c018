"""``repobook doctor``: whether everything that a build needs works on this machine."""

import click

from repobook.build.checkup import checkup
from repobook.cli.output import print_json, print_line
from repobook.model.answers import as_data


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Check the installation: grammars, workers, index, git. Exit 1 when something is wrong."""
    checks = checkup()
    if as_json:
        print_json("doctor", "", {"checks": as_data(checks)})
    else:
        for check in checks:
            print_line(f"{'ok   ' if check.fine else 'WRONG'}  {check.subject}: {check.finding}")
    if not all(check.fine for check in checks):
        ctx.exit(1)
