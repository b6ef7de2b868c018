"""Testing & Usage: which tests reach the file and how they are run, or what a test file tests."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from repobook.book.pieces import file_link
from repobook.book.reasons import reasons
from repobook.book.test_file import test_file
from repobook.model.blocks import Block, Cite, Code, CodeBlock, Content, Facts, Heading, Table
from repobook.model.dossier import CallSite, FileDossier

TITLE: Final = "Testing & Usage"
_MAX_EXAMPLES: Final = 5
_TESTED_ROLES: Final = frozenset(["source", "build", "generated"])


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    own = test_file(dossier) if dossier.role == "test" else ()
    return tuple(chain(own, _tests(dossier), _examples(dossier)))


def _tests(dossier: FileDossier) -> Iterator[Block]:
    """That nothing tests a file is worth knowing where there is something to test."""
    if dossier.tests:
        rows = tuple(
            ((file_link(dossier, test.path),), reasons(dossier, test.path, test.reasons))
            for test in dossier.tests
        )
        yield Table(("Test, best first", "Why"), rows)
        commands = dict.fromkeys(test.command for test in dossier.tests if test.command)
        if commands:
            yield CodeBlock("\n".join(commands), "Shell")
    elif dossier.role in _TESTED_ROLES and dossier.symbols:
        looked = ("imports, calls, names, paths",)
        yield Facts((("Tests", ("none found",)), ("Looked at in test files", looked)))


def _examples(dossier: FileDossier) -> Iterator[Block]:
    if dossier.examples:
        yield Heading(3, ("Used like this",))
        rows = tuple(_example(dossier, site) for site in dossier.examples[:_MAX_EXAMPLES])
        yield Table(("Symbol", "Code", "Where"), rows)


def _example(dossier: FileDossier, site: CallSite) -> tuple[Content, ...]:
    within: Content = (", in ", Code(site.within)) if site.within else ()
    kind = "test " if site.is_test else ""
    return (
        (Code(site.symbol),),
        (Cite(site.path, site.line, code=site.code),),
        (kind, file_link(dossier, site.path), *within),
    )
