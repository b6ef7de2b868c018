"""``repobook fleet findings``: what rules found in all repositories."""

import click

from repobook.cli.fleet_reading import asks_fleet, print_fleet_answer
from repobook.cli.output import count, print_line, print_table, say
from repobook.fleet.config import Fleet
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetFindings
from repobook.fleet.fleet_questions import findings


@click.command(short_help="Show the findings in all repositories.")
@click.argument("rule", default="")
@click.option(
    "-n", "n", default=100, type=click.IntRange(1, 1000), help="Maximum number of results."
)
@asks_fleet
def command(
    ctx: click.Context, rule: str, n: int, fleet: Fleet, index: FleetIndex, as_json: bool
) -> None:
    """Count findings by rule, or list the findings of RULE."""
    answer = findings(index, rule, n)
    if print_fleet_answer(ctx, "findings", answer, as_json):
        _print(answer)
    ctx.exit(1 if answer.by_rule else 0)


def _print(answer: FleetFindings) -> None:
    for each in answer.findings:
        print_line(f"{each.repository}:{each.path}:{each.line}  {each.severity}: {each.message}")
    print_table(
        [
            (
                each.rule,
                each.severity,
                count(each.n_findings, "finding"),
                f"in {count(each.n_repositories, 'repository', 'repositories')}",
            )
            for each in answer.by_rule
        ],
        indent="",
    )
    more = "; -n lists more" if answer.is_cut else ""
    say(f"{count(answer.n_repositories, 'repository', 'repositories')} searched{more}")
