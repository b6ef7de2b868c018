"""What a user sees of ``rule``."""

import json
from pathlib import Path

import pytest

from repobook.findings.ruff_rules import LINT_RULES
from repobook.findings.run import all_rules
from tests.fakes.books import run


def test_a_rule_is_explained_with_examples(tmp_path: Path) -> None:
    shown = run("rule", "unpinned-action", cwd=tmp_path).stdout.decode()
    assert shown.startswith("unpinned-action: Actions of others that a tag or branch names")
    assert "info, security; YAML" in shown
    assert "repobook: ignore[unpinned-action]" in shown
    assert "finds (YAML):" in shown
    assert "leaves alone (YAML):" in shown


def test_a_rule_of_ruff_is_explained_by_ruff(tmp_path: Path) -> None:
    data = json.loads(run("rule", "s301", "--json", cwd=tmp_path).stdout)["data"]
    assert (data["rule"], data["severity"]) == ("S301", "warning")
    assert "## Example" in data["explanation"]


def test_an_unknown_rule_is_told_with_what_is_close(tmp_path: Path) -> None:
    done = run("rule", "unpined-action", cwd=tmp_path)
    assert done.returncode == 1
    assert b"similar: unpinned-action" in done.stderr


@pytest.mark.parametrize("name", ["lock", "PLW0603"])
def test_a_fact_needs_no_suppression(tmp_path: Path, name: str) -> None:
    assert name in {**all_rules(), **LINT_RULES}
    data = json.loads(run("rule", name, "--json", cwd=tmp_path).stdout)["data"]
    assert (data["severity"], data["suppressed_by"], data["harmless_when"]) == ("fact", "", "")
