"""Code Patterns & Idioms: what its classes are for, what it registers and how it decorates."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from repobook.book.file.symbols.registrations import is_in_comment, lines_by_name
from repobook.book.shared.citations import call_here, code_here, first_of, named_here
from repobook.book.shared.findings_table import findings_table
from repobook.book.shared.inline import counted, file_link, here
from repobook.book.shared.tables import table, without_empty
from repobook.model.blocks import Block, Code, Content, Heading
from repobook.model.dossiers.dossier import FileDossier, Pattern
from repobook.model.facts import Definition

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
            _where(dossier, pattern),
            (pattern.text,),
        )
        for pattern in dossier.patterns[:_MAX_PATTERNS]
    )
    yield table(("Pattern", "Where", "Evidence"), rows, len(dossier.patterns))


def _where(dossier: FileDossier, pattern: Pattern) -> Content:
    """By the name of the class or function; of the whole file by its first line."""
    if pattern.name == dossier.path:
        return code_here(dossier, pattern.line)
    return named_here(dossier, pattern.name.rpartition(".")[2], pattern.line)


def _registered(dossier: FileDossier) -> Iterator[Block]:
    """Each line that enters something into a registry, as it is written, and what it enters."""
    lines = lines_by_name(dossier) if dossier.registrations else {}
    places = [
        (line, entry) for entry in dossier.registrations for line in lines.get(entry.name, ())
    ]
    if not places:
        return
    places.sort(key=lambda place: place[0])
    decorated = _decorated(dossier)
    rows = tuple(
        (
            call_here(dossier, line),
            _below(dossier, decorated[entry.name], line),
            (Code(entry.name),),
        )
        for line, entry in places[:_MAX_REGISTERED]
    )
    yield Heading(3, (f"Registered here, {counted(len(places), 'place')}",))
    yield without_empty(("Code", "What", "Registry"), rows, len(places))


def _decorated(dossier: FileDossier) -> dict[str, list[Definition]]:
    """What each decorator stands before, in the order of lines."""
    definitions_by_decorator: defaultdict[str, list[Definition]] = defaultdict(list)
    for symbol in dossier.symbols:
        for text in symbol.definition.decorators:
            definitions_by_decorator[text.partition("(")[0].strip()].append(symbol.definition)
    return definitions_by_decorator


def _below(dossier: FileDossier, decorated: Sequence[Definition], line: int) -> Content:
    place = bisect_left(decorated, line, key=lambda definition: definition.line)
    if place == len(decorated):
        return ()
    return named_here(dossier, decorated[place].name, decorated[place].line)


def _idioms(dossier: FileDossier) -> Iterator[Block]:
    """Decorators and macros of this repository that the file uses again and again."""
    registries = {entry.name.rpartition(".")[2] for entry in dossier.registrations}
    lines_by_use: defaultdict[tuple[str, str, str], set[int]] = defaultdict(set)
    for group in dossier.references:
        if group.role not in ("decorator", "macro") or group.name in registries:
            continue
        if group.confidence == "exact" and group.targets:
            lines = [n for n in set(group.lines) if not is_in_comment(dossier, group.name, n)]
            lines_by_use[group.role, group.name, group.targets[0].path].update(lines)
    habits = [(key, sorted(lines)) for key, lines in lines_by_use.items() if len(lines) >= _HABIT]
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
    yield table(("Name", "Defined in", "Lines here", "First lines"), rows, len(habits))


def _maintainability(dossier: FileDossier) -> Iterator[Block]:
    tables = list(findings_table(dossier, ("maintainability",)))
    if tables:
        yield Heading(3, ("Maintainability",))
        yield from tables
