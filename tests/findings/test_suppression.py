"""Comments that suppress findings, in the words of the languages they stand in."""

import pytest

from repobook.languages import parse
from repobook.model.finding import Finding, reported

_COPY = "  strcpy(a, b);"


def _severities(code: str) -> list[str]:
    return [f.severity for f in parse("C", code.encode()).findings if f.rule == "unbounded-copy"]


@pytest.mark.parametrize(
    "code",
    [
        f"{_COPY}  // repobook: ignore",
        f"{_COPY}  /* repobook: ignore[unbounded-copy] */",
        f"  // measured above; repobook: ignore[system-command, unbounded-copy]\n{_COPY}",
        f"{_COPY}  // NOLINT",
        f"{_COPY}  // NOLINT(clang-analyzer-security.insecureAPI.strcpy)",
        f"  // NOLINTNEXTLINE(cert-env33-c, clang-analyzer-security.insecureAPI.strcpy)\n{_COPY}",
    ],
)
def test_a_comment_suppresses(code: str) -> None:
    assert _severities(f"void f(char *a) {{\n{code}\n}}\n") == ["suppressed"]


@pytest.mark.parametrize(
    "code",
    [
        f"{_COPY}  // repobook: ignore[system-command]",
        f"{_COPY}  // repobook: ignored",
        f"  int c = 0;  // repobook: ignore\n{_COPY}",
        f"  // repobook: ignore\n  int c = 0;\n{_COPY}",
        f"{_COPY}  // NOLINT(modernize-use-auto)",
        f"{_COPY}  // NOLINTNEXTLINE",
        f"  // NOLINT\n{_COPY}",
    ],
)
def test_other_rules_and_other_lines_stay(code: str) -> None:
    assert _severities(f"void f(char *a) {{\n{code}\n}}\n") == ["warning"]


def test_a_fact_is_not_suppressed() -> None:
    (fact,) = parse("C", b'__asm__("nop");  // repobook: ignore\n').findings
    assert fact.severity == "fact"


_EVAL = Finding("S307", "warning", "security", 1, "eval executes a string as code", "eval(x)")
_SECRET = Finding("secret", "error", "security", 1, "a key", "***")
_VACUOUS = Finding("B017", "info", "correctness", 1, "the test passes on any exception", "")
_SHARED = Finding("B006", "warning", "correctness", 1, "shared by all calls", "")
_COMPLEX = Finding("complex-function", "warning", "maintainability", 1, "f", "")


@pytest.mark.parametrize(
    ("role", "finding", "severity"),
    [
        ("source", _EVAL, "warning"),
        ("test", _EVAL, "fact"),
        ("test", _SECRET, "error"),
        ("test", _VACUOUS, "info"),
        ("test", _COMPLEX, "fact"),
        ("test", _SHARED, "fact"),
        ("vendored", _EVAL, "fact"),
        ("vendored", _SECRET, "error"),
        ("generated", _EVAL, "fact"),
        ("generated", _SECRET, "error"),
    ],
)
def test_who_is_asked_depends_on_the_role(role: str, finding: Finding, severity: str) -> None:
    (found,) = reported(role, [finding], frozenset())
    assert found.severity == severity


def test_complaints_about_the_code_of_others_are_left_out() -> None:
    assert list(reported("vendored", [_COMPLEX], frozenset())) == []


def test_a_repository_may_ignore_a_rule() -> None:
    found = reported("source", [_EVAL, _SECRET], frozenset(["S307"]))
    assert [finding.severity for finding in found] == ["suppressed", "error"]
