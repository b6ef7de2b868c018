"""Testing & Usage: which tests reach the file and how they are run, or what a test file tests."""

from collections.abc import Iterator
from typing import Final

from repobook.book.cases import cases
from repobook.book.pieces import counted, file_link
from repobook.book.reasons import reasons
from repobook.book.rows import Row, without_empty
from repobook.book.shown import there
from repobook.book.test_file import test_file
from repobook.book.ties import Tie, ties_of
from repobook.model.blocks import Block, Cite, Code, CodeBlock, Content, Facts, Heading, Table
from repobook.model.dossier import CallSite, Covering, FileDossier

TITLE: Final = "Testing & Usage"
_MAX_EXAMPLES: Final = 5
_REACHING: Final = frozenset(["test"])
_TESTED_ROLES: Final = frozenset(["source", "build", "generated"])


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    own = tuple(test_file(dossier) if dossier.role == "test" else cases(dossier))
    return (*own, *_tests(dossier, has_own=bool(own)), *_examples(dossier))


def _tests(dossier: FileDossier, has_own: bool) -> Iterator[Block]:
    """That nothing tests a file is worth knowing where there is something to test."""
    users = {tie.path: tie for tie in ties_of(dossier.edges_in, _REACHING)}
    if dossier.tests:
        yield Facts(
            (("Used by", (counted(len(users), "test file") if users else "no test file",)),)
        )
        rows = [_test(dossier, test, users.get(test.path)) for test in dossier.tests]
        yield without_empty(("Test, likeliest first", "Uses it", "Why"), rows, len(rows))
        commands = dict.fromkeys(test.command for test in dossier.tests if test.command)
        if commands:
            yield CodeBlock("\n".join(commands), "Shell")
    elif dossier.role in _TESTED_ROLES and dossier.symbols and not has_own:
        looked = ("imports, calls, names, paths",)
        yield Facts((("Tests", ("none found",)), ("Looked at in test files", looked)))


def _test(dossier: FileDossier, test: Covering, use: Tie | None) -> Row:
    line = (there(test.path, use.edges[0].line),) if use else ()
    return (file_link(dossier, test.path),), line, reasons(dossier, test.path, test.reasons)


def _examples(dossier: FileDossier) -> Iterator[Block]:
    if dossier.examples:
        yield Heading(3, ("Used like this",))
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
