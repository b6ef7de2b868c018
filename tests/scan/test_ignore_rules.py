"""Ignore rules: git's own answers are the key, and no pattern may run away."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.scan.ignore.globs import compile_glob, matches
from repobook.scan.ignore.ignore_rules import RuleSet, parse_rules
from repobook.scan.ignore.selection import Scope, ignored_by, top_scope, with_ignore_file
from tests.fakes.growth import assert_linear
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import git, write_tree


def verdict(rules: str, path: str) -> bool:
    """Whether a file is ignored, walking down to it as the scan does."""
    scope, _ = with_ignore_file(top_scope((), ()), rules.encode(), ".gitignore")
    *folders, name = path.encode().split(b"/")
    for folder in folders:
        if ignored_by(scope, folder, True):
            return True
        scope = Scope(tuple(x.enter(folder) for x in scope.ignores), None, None, True)
    return bool(ignored_by(scope, name, False))


@pytest.mark.parametrize(
    ("rules", "path", "expected"),
    [
        ("*.pyc", "a/b/c.pyc", True),
        ("*.pyc", "a/b/c.py", False),
        ("build/", "build", False),
        ("build/", "x/build/a", True),
        ("/build", "x/build/a", False),
        ("a/b", "a/b/c", True),
        ("a/b", "x/a/b", False),
        ("**/a/b", "x/y/a/b", True),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("a/**", "a/x/y", True),
        ("a/**", "a", False),
        ("*.log\n!keep.log", "keep.log", False),
        ("logs/\n!logs/keep", "logs/keep", True),
        ("!x\nx", "x", True),
        ("# comment\n\\#x", "#x", True),
        ("\\!x", "!x", True),
        ("x ", "x", True),
        ("x\\ ", "x ", True),
        ("x\r", "x", True),
        ("\ufeffx", "x", True),
        ("[a-c]x", "bx", True),
        ("[!a-c]x", "bx", False),
        ("[[:digit:]]x", "7x", True),
        ("[]x]y", "]y", True),
        ("[ab", "[ab", False),
        ("a?c", "abc", True),
        ("foo**bar", "foo1bar", True),
        ("foo*", "foo", True),
        ("*", "anything", True),
        ("/", "a", False),
        ("a//b", "a/b", False),
        ("docs/*.md", "docs/x/a.md", False),
        ("a/***/b", "a/x/y/b", True),
        ("[a/b]x", "ax", True),
        ("[z-a]x", "zx", True),
    ],
)
def test_rule_means_what_it_means_to_git(
    rules: str, path: str, expected: bool, tmp_path: Path
) -> None:
    assert verdict(rules, path) is expected
    assert git_verdict(tmp_path, rules, path) is expected


def git_verdict(folder: Path, rules: str, path: str) -> bool:
    if not (folder / ".git").exists():
        write_tree(folder, {})
        git(folder, "init", "-q")
    write_tree(folder, {".gitignore": rules})
    command = ["git", "-C", str(folder), "check-ignore", "-q", "--no-index", "--", path]
    return subprocess.run(command, check=False, timeout=SECONDS_OF_A_HANG).returncode == 0


PIECES = st.sampled_from(
    ["a", "b", "*", "**", "?", "[ab]", "[!a]", "ab", "\\a", "a*b", "***", "[a-", "[b-a]"]
)
PATTERNS = st.lists(st.lists(PIECES, min_size=1, max_size=2).map("".join), min_size=1, max_size=4)
LINES = st.tuples(st.sampled_from(["", "!", "/"]), PATTERNS, st.sampled_from(["", "/"])).map(
    lambda parts: parts[0] + "/".join(parts[1]) + parts[2]
)
NAMES = st.text("ab", min_size=1, max_size=3)


@settings(max_examples=60)
@given(st.lists(LINES, min_size=1, max_size=4), st.lists(NAMES, min_size=1, max_size=4))
def test_random_rules_agree_with_git(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], parts: list[str]
) -> None:
    folder = tmp_path_factory.getbasetemp() / "oracle"
    rules, path = "\n".join(lines), "/".join(parts)
    assert verdict(rules, path) is git_verdict(folder, rules, path)


def test_many_stars_do_not_backtrack() -> None:
    glob = compile_glob(b"*a" * 60 + b"*b")
    assert not matches(glob, b"a" * 255)  # what tries all combinations would never end


def test_many_deep_stars_do_not_backtrack() -> None:
    def match(depth: int) -> None:
        level = RuleSet(parse_rules(b"**/a" * 30 + b"/b\n", "x")).top
        for _ in range(depth):
            level = level.enter(b"a")
        assert level.match(b"b", False) is not None

    assert_linear(match, int, 300)


@pytest.mark.parametrize("piece", [b"[", b"*a", b"a/", b"**/", b"[a]", b"[[:x", b"\\", b"?", b"!"])
def test_rule_of_one_endless_line_takes_no_time(piece: bytes) -> None:
    def match(content: bytes) -> None:
        scope, _ = with_ignore_file(top_scope((), ()), content, ".gitignore")
        ignored_by(scope, b"a" * 255, True)

    for size in (4000, 1 << 20):
        assert_linear(match, lambda n: piece * (n // len(piece)), size)


def test_huge_ignore_file_is_cut_at_a_whole_line() -> None:
    content = b"#" + b"x" * (1 << 20) + b"\n*.py\n"
    scope, notices = with_ignore_file(top_scope((), ()), b"*.c\n" + content, ".gitignore")
    assert ignored_by(scope, b"a.c", False)
    assert not ignored_by(scope, b"a.py", False)
    assert "larger than 1 MiB" in notices[0]


def test_too_many_wildcards_are_cut_with_a_notice() -> None:
    content = b"".join(b"a*<%d>*x\n" % n for n in range(5000))
    scope, notices = with_ignore_file(top_scope((), ()), content, ".gitignore")
    assert ignored_by(scope, b"a<1000>zx", False)
    assert not ignored_by(scope, b"a<4999>zx", False)
    assert "too many wildcard rules" in notices[0]


def test_hundred_thousand_plain_rules_are_looked_up() -> None:
    def scope(n_rules: int) -> Scope:
        content = b"".join(b"n%d\n" % n for n in range(n_rules))
        found, notices = with_ignore_file(top_scope((), ()), content, ".gitignore")
        assert not notices
        return found

    def look_up(scope: Scope) -> None:
        assert sum(bool(ignored_by(scope, b"n%d" % n, False)) for n in range(10_000)) == 10_000

    assert_linear(look_up, scope, 100_000)
