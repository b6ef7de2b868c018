"""``repobook rule``: what a rule of findings looks for, with examples."""

import click

from repobook.ask.rule_answer import RuleAnswer, UnknownRule, rule_answer
from repobook.cli.output import print_json, print_line, say
from repobook.findings.rule import Example
from repobook.model.answers import as_data


@click.command(short_help="Explain a rule, with an example.")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.pass_context
def command(ctx: click.Context, name: str, as_json: bool) -> None:
    """Explain the rule NAME, such as unpinned-action or S301, with examples."""
    answer = rule_answer(name)
    if as_json:
        print_json("rule", "", as_data(answer))
    elif isinstance(answer, RuleAnswer):
        _print(answer)
    if isinstance(answer, UnknownRule):
        close = f"; similar: {', '.join(answer.close)}" if answer.close else ""
        say(f"no rule named {answer.rule}{close}")
        ctx.exit(1)


def _print(answer: RuleAnswer) -> None:
    where = ", ".join(answer.languages) or "all languages"
    print_line(f"{answer.rule}: {answer.about}")
    print_line(f"  {answer.severity}, {answer.category}; {where}")
    if answer.harmless_when:
        print_line(f"  may be harmless if {answer.harmless_when}")
    if answer.suppressed_by:
        print_line(
            f"  suppress one with a comment on its line or the line above: {answer.suppressed_by};"
            f' suppress all in repobook.toml: ignored-findings = ["{answer.rule}"]'
        )
    _print_examples("finds", answer.finds)
    _print_examples("leaves alone", answer.leaves_alone)
    if answer.explanation:
        print_line()
        for line in answer.explanation.splitlines():
            print_line(line)


def _print_examples(title: str, examples: tuple[Example, ...]) -> None:
    for language, code in examples:
        print_line()
        print_line(f"{title} ({language}):")
        for line in code.rstrip("\n").split("\n"):
            print_line(f"    {line}")
