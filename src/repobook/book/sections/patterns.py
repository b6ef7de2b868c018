"""Code Patterns & Idioms: what its classes are for, what it registers and how it decorates."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Final

from repobook.book.findings import findings_table
from repobook.book.pieces import counted, file_link, here
from repobook.book.registered import is_talked_of, lines_by_name
from repobook.book.shown import code_here, first_of, named_here
from repobook.model.blocks import Block, Code, Heading, Table
from repobook.model.dossier import FileDossier

TITLE: Final = "Code Patterns & Idioms"
_MAX_PATTERNS: Final = 60
_MAX_REGISTERED: Final = 30
_MAX_IDIOMS: Final = 15
_MAX_LINES: Final = 5
# What is used only once is no habit.
_HABIT: Final = 2


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    return tuple(
        chain(_patterns(dossier), _registered(dossier), _idioms(dossier), _maintainability(dossier))
    )


def _patterns(dossier: FileDossier) -> Iterator[Block]:
    if not dossier.patterns:
        return
    rows = tuple(
        (
            (pattern.kind,),
            named_here(dossier, pattern.name.rpartition(".")[2], pattern.line),
            (pattern.text,),
        )
        for pattern in dossier.patterns[:_MAX_PATTERNS]
    )
    n_all = len(dossier.patterns)
    yield Table(("Pattern", "Where", "Shown by"), rows, n_all if n_all > len(rows) else 0)


def _registered(dossier: FileDossier) -> Iterator[Block]:
    """Each line that enters something into a registry, as it is written."""
    lines = lines_by_name(dossier)
    places = [
        (line, entry) for entry in dossier.registrations for line in lines.get(entry.name, ())
    ]
    if not places:
        return
    places.sort(key=lambda place: place[0])
    rows = tuple(
        (code_here(dossier, line), (Code(entry.name),)) for line, entry in places[:_MAX_REGISTERED]
    )
    yield Heading(3, (f"Registered here, {counted(len(places), 'place')}",))
    n_all = len(places)
    yield Table(("Line", "Registry"), rows, n_all if n_all > len(rows) else 0)


def _idioms(dossier: FileDossier) -> Iterator[Block]:
    """Decorators and macros of this repository that the file uses again and again."""
    known = {entry.name.rpartition(".")[2] for entry in dossier.registrations}
    found: defaultdict[tuple[str, str, str], set[int]] = defaultdict(set)
    for group in dossier.references:
        if group.role not in ("decorator", "macro") or group.name in known:
            continue
        if group.confidence == "exact" and group.targets:
            lines = [n for n in group.lines if not is_talked_of(dossier, group.name, n)]
            found[group.role, group.name, group.targets[0].path].update(lines)
    habits = [(key, sorted(lines)) for key, lines in found.items() if len(lines) >= _HABIT]
    habits.sort(key=lambda habit: (-len(habit[1]), habit[0]))
    if not habits:
        return
    rows = tuple(
        (
            (Code(name), f" ({role})"),
            (file_link(dossier, path),),
            (f"{len(lines):,}",),
            first_of([(here(dossier, line),) for line in lines], _MAX_LINES),
        )
        for (role, name, path), lines in habits[:_MAX_IDIOMS]
    )
    yield Heading(3, ("Decorators and macros",))
    n_all = len(habits) if len(habits) > len(rows) else 0
    yield Table(("Name", "Defined in", "Lines here", "First"), rows, n_all)


def _maintainability(dossier: FileDossier) -> Iterator[Block]:
    tables = list(findings_table(dossier, ("maintainability",)))
    if tables:
        yield Heading(3, ("Maintainability",))
        yield from tables
