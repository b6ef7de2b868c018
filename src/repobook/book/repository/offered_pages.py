"""``routes.md``, ``commands.md``: what a repository offers, each with the code that it runs;
``tasks.md``, ``signals.md``, ``tables.md``: what it declares to its frameworks, with the code;
``environment.md``: what it reads of its environment, with where."""

from collections.abc import Iterable, Iterator
from typing import Final

from repobook.book.folder.folder_inline import HOME, cite, file_link
from repobook.book.shared.inline import counted, joined
from repobook.book.shared.paging import paged
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Page,
    PageKind,
    PageRef,
    Paragraph,
    Section,
    Table,
)
from repobook.model.dossiers.folder_dossier import (
    EnvironmentVariable,
    OfferedName,
    OfferedTarget,
    RepositoryDossier,
)

_OF_TESTS: Final = "In Tests"
_N_PLACES: Final = 5


def offered_pages(dossier: RepositoryDossier) -> Iterator[Page]:
    """None where there is nothing to list."""
    yield from _pages("routes", "Routes", "route", dossier.routes)
    yield from _pages("commands", "Commands", "command", dossier.offered_commands)
    yield from _pages("tasks", "Tasks", "task", dossier.tasks)
    yield from _pages("signals", "Signals", "signal", dossier.signals, "Received by")
    yield from _pages("tables", "Database Tables", "table", dossier.database_tables, "Mapped to")
    yield from _environment(dossier.environment)


def _environment(variables: tuple[EnvironmentVariable, ...]) -> Iterator[Page]:
    own = [one for one in variables if not one.is_test]
    of_tests = [one for one in variables if one.is_test]
    sections = [
        Section(name, (Table(("Variable", "Read at"), tuple(map(_variable, some))),))
        for name, some in (("In Source", own), (_OF_TESTS, of_tests))
        if some
    ]
    if sections:
        title, home = "Environment Variables", (("home", HOME),)
        yield from paged(Page(PageRef("environment"), title, tuple(sections), neighbours=home))


def _variable(variable: EnvironmentVariable) -> tuple[Content, ...]:
    shown = [(cite(place),) for place in variable.places[:_N_PLACES]]
    n_more = len(variable.places) - len(shown)
    more = (f" and {counted(n_more, 'other file')}",) if n_more else ()
    return (Code(variable.name),), (*joined(shown), *more)


def _pages(
    kind: PageKind, title: str, noun: str, offered: tuple[OfferedName, ...], verb: str = "Runs"
) -> Iterator[Page]:
    if not offered:
        return
    own = [one for one in offered if not one.is_test]
    of_tests = [one for one in offered if one.is_test]
    sections = [
        Section(name, tuple(_blocks(noun, verb, some)))
        for name, some in (("In Source", own), (_OF_TESTS, of_tests))
        if some
    ]
    page = Page(PageRef(kind), title, tuple(sections), neighbours=(("home", HOME),))
    yield from paged(page)


def _blocks(noun: str, verb: str, offered: list[OfferedName]) -> Iterator[Block]:
    n_files = len({one.place.path for one in offered})
    yield Paragraph((f"{counted(len(offered), noun)} in {counted(n_files, 'file')}.",))
    has_mounts = any(one.mounts for one in offered)
    columns = (noun.capitalize(), verb, "Declared at", *(("Mounted at",) if has_mounts else ()))
    rows = [_row(one, has_mounts) for one in offered]
    yield Table(columns, tuple(rows))


def _row(one: OfferedName, has_mounts: bool) -> tuple[Content, ...]:
    mounts = joined((cite(place),) for place in one.mounts)
    cells = (Code(one.name),), _targets(one.targets), (cite(one.place),)
    return (*cells, mounts) if has_mounts else cells


def _targets(targets: Iterable[OfferedTarget]) -> Content:
    return joined(map(_target, targets)) or ("inline code",)


def _target(target: OfferedTarget) -> Content:
    if target.place is None:
        return Code(target.name), " (not in the repository)"
    if target.is_file:
        return (file_link(target.place.path),)
    return Code(target.name), " ", cite(target.place)
