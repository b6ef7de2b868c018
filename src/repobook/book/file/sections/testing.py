"""Testing & Usage: which tests reach the file and how they are run, or what a test file tests."""

import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.file.related_files import paths_related_by
from repobook.book.file.tests.case_table import cases
from repobook.book.file.tests.likely_tests import is_led_here, likely_tests
from repobook.book.file.tests.test_file import test_file
from repobook.book.shared.inline import counted, file_link
from repobook.book.shared.tables import Row, table
from repobook.book.shared.test_reasons import reasons
from repobook.model.blocks import Block, Cite, Code, CodeBlock, Content, Facts, Heading, Table
from repobook.model.dossiers.dossier import CallSite, Covering, FileDossier

TITLE: Final = "Testing & Usage"
_MAX_EXAMPLES: Final = 5
_REACHING: Final = frozenset(["test"])
_TESTED_ROLES: Final = frozenset(["source", "generated"])


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    own = tuple(test_file(dossier) if dossier.role == "test" else cases(dossier))
    return (*own, *_tests(dossier, has_own=bool(own)), *_examples(dossier))


def _tests(dossier: FileDossier, has_own: bool) -> Iterator[Block]:
    """That nothing tests a file is worth knowing where there is something to test."""
    tests = likely_tests(dossier)
    if tests:
        yield from _likely(dossier, tests)
    elif dossier.role in _TESTED_ROLES and dossier.symbols and not has_own:
        yield Facts(tuple(_none_found(dossier)))


def _none_found(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    """Low-ranked tests are not shown."""
    yield "Tests", ("none found",)
    yield "Searched for in test files", ("imports, calls, names, paths",)
    if dossier.tests:
        yield "Low-confidence tests", (_all_tests(dossier),)


def _all_tests(dossier: FileDossier) -> Code:
    return Code(f"repobook tests {shlex.quote(dossier.path)}")


def _likely(dossier: FileDossier, tests: Sequence[Covering]) -> Iterator[Block]:
    n_users = len(paths_related_by(dossier.edges_in, _REACHING))
    yield Facts((("Used by", (counted(n_users, "test file") if n_users else "no test file",)),))
    rows = [
        ((file_link(dossier, test.path),), reasons(dossier, test.path, test.reasons))
        for test in tests
    ]
    title = "Test, most likely first" if is_led_here(tests[0]) else "Possible test"
    yield table((title, "Why"), rows, len(dossier.tests), (_all_tests(dossier),))
    commands = dict.fromkeys(test.command for test in tests if test.command)
    if commands:
        yield CodeBlock("\n".join(commands), "Shell")


def _examples(dossier: FileDossier) -> Iterator[Block]:
    if dossier.examples:
        yield Heading(3, ("Usage examples",))
        rows = tuple(_example(dossier, site) for site in dossier.examples[:_MAX_EXAMPLES])
        yield Table(("Symbol", "Code", "Where"), rows)


def _example(dossier: FileDossier, site: CallSite) -> Row:
    within: Content = (", in ", Code(site.within)) if site.within else ()
    kind = "test " if site.is_test else ""
    return (
        (Code(site.symbol),),
        (Cite(site.path, site.line, code=site.code),),
        (kind, file_link(dossier, site.path), *within),
    )
