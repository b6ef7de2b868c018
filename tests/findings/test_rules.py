"""Every rule fires on what it says it does, and stays quiet where it says so."""

import pytest

from repobook.findings.rule import Rule
from repobook.findings.run import all_rules, findings, plan_for
from repobook.languages import parse
from repobook.model.facts import FileFacts
from repobook.model.finding import Finding
from repobook.parse.source import SourceText
from tests.fakes.growth import assert_linear

RULES = sorted(all_rules().items())


def _found(language: str, code: str, rule: str) -> list[Finding]:
    return [f for f in parse(language, code.encode()).findings if f.rule == rule]


@pytest.mark.parametrize(
    ("id", "language", "code"), [(id, *example) for id, rule in RULES for example in rule.fires]
)
def test_a_rule_fires_on_its_examples(id: str, language: str, code: str) -> None:
    assert _found(language, code, id)


@pytest.mark.parametrize(
    ("id", "language", "code"), [(id, *example) for id, rule in RULES for example in rule.quiet]
)
def test_a_rule_stays_quiet_on_its_counterexamples(id: str, language: str, code: str) -> None:
    assert _found(language, code, id) == []


@pytest.mark.parametrize(("id", "rule"), RULES)
def test_a_rule_is_whole(id: str, rule: Rule) -> None:
    assert rule.fires
    assert rule.quiet
    assert rule.message
    languages = {language for language, _ in (*rule.fires, *rule.quiet)}
    assert not rule.languages or languages <= rule.languages


def test_a_finding_names_rule_line_and_code() -> None:
    (found,) = parse("C", b"void f(char *a) {\n  strcpy(a, b);  // as long as b\n}\n").findings
    assert found == Finding(
        "unbounded-copy",
        "warning",
        "security",
        2,
        "strcpy() writes without checking the size of the buffer",
        "strcpy(a, b);  // as long as b",
    )


def test_what_is_made_new_is_told_by_its_type() -> None:
    (found,) = _found("Rust", "fn f() { let m = std::sync::Mutex::new(1); }\n", "lock")
    assert found.message == "may block other threads: Mutex"


@pytest.mark.parametrize(
    ("language", "code", "rule", "message"),
    [
        (
            "C++",
            "std::atomic<int> a;",
            "atomic",
            "atomic operation: std::atomic",
        ),
        ("C++", "::std::mutex m;", "lock", "may block other threads: std::mutex"),
        ("Python", "x = threading.Lock()", "lock", "may block other threads: threading.Lock"),
        (
            "Python",
            "f(torch.cuda.synchronize())",
            "gpu-synchronisation",
            "torch.cuda.synchronize() waits for the GPU",
        ),
        (
            "C",
            "void f() { strcpy(a, b); }",
            "unbounded-copy",
            "strcpy() writes without checking the size of the buffer",
        ),
        (
            "Rust",
            "fn f() { a.b.par_iter() }",
            "parallel-loop",
            "runs iterations in parallel: par_iter",
        ),
    ],
)
def test_a_name_is_told_with_what_it_is_taken_from(
    language: str, code: str, rule: str, message: str
) -> None:
    (found,) = _found(language, f"{code}\n", rule)
    assert found.message == message


@pytest.mark.parametrize(("id", "rule"), RULES)
def test_a_message_does_not_begin_with_the_name_of_its_rule(id: str, rule: Rule) -> None:
    assert not rule.message.startswith(f"{id.replace('-', ' ')}: ")


def test_evaluating_a_model_is_not_evaluating_text() -> None:
    assert parse("JavaScript", b"model.eval()\nx.eval(y)\n").findings == ()
    assert parse("Python", b"model.eval()\n").findings == ()


SECRETS = [
    ("{}", "AKIA" + "QRSTUVWXYZ234567"),
    ("token: {}", "ghp_" + "k9Qz" * 9),
    ("'{}'", "AIza" + "SyB7" * 8 + "SyB"),
    ("x={}", "xoxb-" + "987654321-zyxwvutsrqp"),
    ("{};", "sk_live_" + "9aZ7" * 6),
    ("{}", "glpat-" + "9aZ7" * 5),
    ("https://deploy:{}@db.intern.net/x", "hunter7"),
    ("aws_secret_access_key = {}", "9aZ7+" * 8),
    ('"-----BEGIN PRIVATE ' + 'KEY-----\\n{}"', "MIIEow" * 10),
]


@pytest.mark.parametrize(("around", "secret"), SECRETS)
def test_a_secret_is_found_and_never_shown(around: str, secret: str) -> None:
    (found,) = parse("Text", f"a\n{around.format(secret)}\n".encode()).findings
    assert (found.rule, found.line) == ("secret", 2)
    assert found.code == around.format("***")


def test_another_finding_on_the_line_of_a_secret_does_not_tell_it() -> None:
    token = "ghp_" + "k9Qz" * 9
    found = parse("C", f'void f() {{ vsprintf(a, "{token}", b); }}\n'.encode()).findings
    assert [finding.rule for finding in found] == ["secret", "unbounded-copy"]
    assert not any(token in finding.code for finding in found)


def test_findings_beyond_a_thousand_are_counted() -> None:
    found = parse("C", b"void f() {\n" + b"strcpy(a, b);\n" * 1500 + b"}\n").findings
    copies = [finding for finding in found if finding.rule == "unbounded-copy"]
    assert len(copies) == 1000
    assert copies[-1].message.endswith("; the same on 500 more lines of this file")


HOSTILE = [
    "curl " * 20_000,
    "curl | " * 20_000,
    "://" * 50_000,
    "://a:b" * 20_000,
    "<<<" * 30_000,
    "k<" * 30_000 + "<<<",
    "-----BEGIN PRIVATE " + "KEY-----\n" + "a: b\n" * 20_000,
    "<<<<<<< a\n" * 10_000,
    "catch(" * 30_000,
    "\nFROM a" * 20_000,
    "rm -r " * 20_000,
    "chmod -R " * 20_000,
    "run: " * 20_000 + "${{ github.event" * 5_000,
    "pin_memory" + " " * 100_000,
]


@pytest.mark.parametrize("code", HOSTILE)
@pytest.mark.parametrize("language", ["C++", "JavaScript", "YAML", "Shell", "Dockerfile"])
def test_hostile_text_costs_no_more_than_its_length(language: str, code: str) -> None:
    plan = plan_for(language, all_rules())

    def find(source: SourceText) -> None:
        findings(language, source, FileFacts(source.n_lines), plan)

    assert_linear(find, lambda n: SourceText(code[:n].encode()), len(code))
