"""Who answers for a file: CODEOWNERS lines and file headers, and whom they name."""

import pytest

from repobook.analyse.owners import Owned, header_owners, owned_paths, owner_rules, owners_of


@pytest.mark.parametrize(
    ("pattern", "path", "owned"),
    [
        ("*", "a/b.py", True),
        ("*.py", "a/b.py", True),
        ("*.py", "a/b.pyi", False),
        ("/docs/", "docs/a/b.md", True),
        ("/docs/", "docs", False),
        ("docs/", "a/docs/b.md", True),
        ("/docs", "a/docs/b.md", False),
        ("docs/*", "docs/a.md", True),
        ("docs/*", "docs/a/b.md", False),
        ("/a/**/z.py", "a/z.py", True),
        ("/a/**/z.py", "a/b/c/z.py", True),
        ("a/b", "x/a/b", False),
        ("a/b", "a/b/c", True),
    ],
)
def test_a_pattern_owns_paths_as_in_gitignore(pattern: str, path: str, owned: bool) -> None:
    assert (owners_of(path, owner_rules(f"{pattern} @team")) is not None) == owned


def test_the_last_rule_that_matches_decides() -> None:
    rules = owner_rules("# who\n* @all\n\n/src/ @core me@example.org # us\n/src/free/\n")
    assert owners_of("src/a.py", rules) == Owned(("@core", "me@example.org"), 4)
    assert owners_of("b.py", rules) == Owned(("@all",), 2)
    assert owners_of("src/free/a.py", rules) is None


def test_paths_together_have_the_owners_that_each_has_alone() -> None:
    rules = owner_rules("*.md @docs\n/[sx]rc/ @core\n/src/free/\na/b @deep\n**/z.py @z\n")
    paths = sorted(["a", "a/b/c.md", "README.md", "src/a.py", "src/free/a.py", "src/x/z.py", "z/y"])
    alone = [(path, owned) for path in paths if (owned := owners_of(path, rules))]
    assert list(owned_paths(paths, rules)) == alone
    assert [path for path, _ in alone] == ["README.md", "a/b/c.md", "src/a.py", "src/x/z.py"]


def test_a_header_names_owners() -> None:
    text = '# copyright\n# Owner(s): ["module: nn", "oncall: jit"]\nimport os\n'
    assert header_owners(text) == Owned(("module: nn", "oncall: jit"), 2)
    assert header_owners('x = 1\n# owner: ["nobody"]\n') is None
    assert header_owners("\n" * 30 + '# Owner(s): ["late"]') is None


def test_hostile_patterns_cost_little() -> None:
    rules = owner_rules("/" + "**/a*a*a*a*a*a*/" * 60 + "b @x\n" + "*" * 900 + "b @y")
    assert owners_of("/".join(["a" * 50] * 80), rules) is None
    assert header_owners("# Owner(s): [" + '"' * 1_000_000) is None
