"""What a rule looks for, with examples of what it finds and of what it leaves alone: ``rule``."""

import sys
from difflib import get_close_matches
from typing import Final, NamedTuple

from repobook.book.shared.harmless_findings import harmless_when
from repobook.findings.ruff import ruff_explanation
from repobook.findings.ruff_rules import LINT_RULES, LintRule
from repobook.findings.rule import Example, Rule
from repobook.findings.run import all_rules

_N_EXAMPLES: Final = 2


class RuleAnswer(NamedTuple):
    rule: str
    about: str
    severity: str
    """``fact`` for what asks nothing of anyone."""
    category: str
    languages: tuple[str, ...]
    """Empty for all."""
    harmless_when: str
    """Empty for facts."""
    finds: tuple[Example, ...]
    leaves_alone: tuple[Example, ...]
    explanation: str
    """In the words of ruff, for its rules."""
    suppressed_by: str


class UnknownRule(NamedTuple):
    rule: str
    close: tuple[str, ...]


def rule_answer(name: str) -> RuleAnswer | UnknownRule:
    rules = {id.lower(): id for id in (*all_rules(), *LINT_RULES)}
    id = rules.get(name.lower().replace("_", "-"))
    if id is None:
        close = get_close_matches(name.lower(), rules, 3, 0.5)
        return UnknownRule(name, tuple(rules[found] for found in close))
    own = all_rules().get(id)
    return _own(id, own) if own else _of_ruff(id, LINT_RULES[id])


def _own(id: str, rule: Rule) -> RuleAnswer:
    return RuleAnswer(
        id,
        _about(rule) or rule.message,
        rule.severity,
        rule.category,
        tuple(sorted(rule.languages)),
        _harmless(id, rule),
        rule.fires[:_N_EXAMPLES],
        rule.quiet[:_N_EXAMPLES],
        "",
        _suppressed_by(id, rule),
    )


def _of_ruff(id: str, rule: LintRule) -> RuleAnswer:
    return RuleAnswer(
        id,
        rule.message,
        rule.severity,
        rule.category,
        ("Python",),
        _harmless(id, rule),
        (),
        (),
        ruff_explanation(id),
        _suppressed_by(id, rule),
    )


def _about(rule: Rule) -> str:
    """What the module of the rule says first; the message where packs bring the rule."""
    modules = (module for module in [*sys.modules.values()] if vars(module).get("RULE") is rule)
    doc = next((module.__doc__ for module in modules if module.__doc__), "")
    return doc.strip().partition("\n\n")[0].replace("\n", " ")


def _harmless(id: str, rule: Rule | LintRule) -> str:
    return "" if rule.severity == "fact" else harmless_when(id)


def _suppressed_by(id: str, rule: Rule | LintRule) -> str:
    return "" if rule.severity == "fact" else f"repobook: ignore[{id}]"
