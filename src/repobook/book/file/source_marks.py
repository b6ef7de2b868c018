"""Marks in the text of a file: links from names to definitions, and notes at lines.

A name is linked only if it stands at the very position that the index gives.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from repobook.book.file.sections import patterns, performance, security, testing
from repobook.book.shared.inline import counted
from repobook.model.dossiers.dossier import FileDossier, ImportLine, Symbol, SymbolName
from repobook.model.facts import Definition
from repobook.model.finding import SEVERITIES, Finding
from repobook.model.history import FileLines
from repobook.model.kinds import HOLDERS
from repobook.model.site.source_marks import DefinedName, LineNote, NameLink, SourceMarks
from repobook.text.naming.slugs import anchor, symbol_anchor

FAR: Final = 5000
"""A name leads to its definition once within so many lines, for every link weighs on the page;
scripts let it mean the same in between."""
SCREENFUL: Final = 80
"""The same for a name that means several things in its file."""
_SECTIONS: Final[Mapping[str, str]] = {
    "performance": anchor(performance.TITLE),
    "security": anchor(security.TITLE),
    "correctness": anchor(security.TITLE),
    "maintainability": anchor(patterns.TITLE),
}
_TESTS: Final = anchor(testing.TITLE)
_MAX_LINE: Final = 5_000
"""Names in longer lines are not linked."""

_Name = tuple[str, SymbolName]


def source_marks(dossier: FileDossier) -> SourceMarks:
    return SourceMarks(
        tuple(_links(dossier)),
        tuple(_definitions(dossier)),
        tuple(sorted(_notes(dossier))),
        _line_changes(dossier),
    )


def _line_changes(dossier: FileDossier) -> FileLines | None:
    """None where the text is not that of the commit."""
    lines = dossier.past.lines if dossier.past else None
    return lines if lines and lines.blob == dossier.blob else None


def anchors_alone(definitions: Iterable[Definition]) -> SourceMarks:
    """Only the anchors that other pages may link to, for a fallback page."""
    n_by_qualname: Counter[str] = Counter()
    names = []
    for definition in definitions:
        n_by_qualname[definition.qualname] += 1
        place = symbol_anchor(definition.qualname, n_by_qualname[definition.qualname])
        names.append(DefinedName(definition.line, 0, 0, place, 0))
    return SourceMarks(definitions=tuple(names))


def _links(dossier: FileDossier) -> Iterator[NameLink]:
    places = _places(dossier)
    for imported in dossier.imports:
        for name, line, column in _imported(dossier, imported):
            places[name, imported.targets[0]].append((line, column))
    n_meanings = Counter(name for name, _ in places)
    for (name, target), positions in places.items():
        if _has_text(dossier, target.path):
            place = symbol_anchor(target.qualname, target.overload) if target.qualname else ""
            distance = FAR if n_meanings[name] == 1 else SCREENFUL
            for line, column in _once_within(distance, sorted(positions)):
                yield NameLink(line, column, len(name), target.path, place)


def _places(dossier: FileDossier) -> defaultdict[_Name, list[tuple[int, int]]]:
    """Where names stand that mean one thing, by what they mean."""
    positions_by_name: defaultdict[_Name, list[tuple[int, int]]] = defaultdict(list)
    lines = dossier.lines
    for name, _, _, numbers, confidence, _, targets, columns in dossier.references:
        if not columns or not targets or confidence == "ambiguous":
            continue
        places = positions_by_name[name, targets[0]]
        for number, n_bytes in zip(numbers, columns, strict=True):
            line = lines[number - 1] if number <= len(lines) else ""
            column = n_bytes if line.isascii() else _in_characters(line, n_bytes)
            if len(line) <= _MAX_LINE and line.startswith(name, column):
                places.append((number, column))
    return positions_by_name


def _in_characters(line: str, n_bytes: int) -> int:
    return len(line.encode("utf-8", "surrogatepass")[:n_bytes].decode("utf-8", "ignore"))


def _imported(dossier: FileDossier, imported: ImportLine) -> Iterator[tuple[str, int, int]]:
    """What an import names, as it stands in its line: a name last, for modules come before."""
    name = imported.name or imported.module
    number = imported.line
    if len(imported.targets) != 1 or imported.confidence == "ambiguous" or not name:
        return
    line = dossier.lines[number - 1] if 0 < number <= len(dossier.lines) else ""
    columns = list(_words(name, line))
    if columns:
        yield name, number, columns[-1 if imported.name else 0]


def _words(name: str, line: str) -> Iterator[int]:
    """Where a name stands by itself and not inside a longer one."""
    if not name or len(line) > _MAX_LINE:
        return
    at = line.find(name)
    while at >= 0:
        end = at + len(name)
        if not _is_of_name(line[at - 1 : at]) and not _is_of_name(line[end : end + 1]):
            yield at
        at = line.find(name, end)


def _is_of_name(character: str) -> bool:
    return character.isalnum() or character == "_"


def _has_text(dossier: FileDossier, path: str) -> bool:
    if path == dossier.path:
        return True
    summary = dossier.known.get(path)
    return summary is not None and summary.status == "documented"


def _once_within(distance: int, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    last = -distance
    for line, column in places:
        if line - last >= distance:
            last = line
            yield line, column


def _definitions(dossier: FileDossier) -> Iterator[DefinedName]:
    for symbol in dossier.symbols:
        definition, uses = symbol.definition, symbol.uses
        is_around = definition.kind in HOLDERS and definition.end_line > definition.line
        has_section = symbol.section is not None
        is_place = uses.n_places > 0 or has_section
        if not is_place and not is_around:
            continue
        place = symbol_anchor(definition.qualname, symbol.overload) if is_place else ""
        column, length = _name_at(dossier, symbol)
        end_line = definition.end_line if is_around else 0
        yield DefinedName(definition.line, column, length, place, end_line, has_section)


def _name_at(dossier: FileDossier, symbol: Symbol) -> tuple[int, int]:
    """The name is looked for from where the definition begins; it may begin a line before."""
    _, name, _, number, _, n_bytes, *_ = symbol.definition
    line = dossier.lines[number - 1] if 0 < number <= len(dossier.lines) else ""
    begin = n_bytes if line.isascii() else _in_characters(line, n_bytes)
    columns = list(_words(name, line))
    column = next((at for at in columns if at >= begin), columns[0] if columns else None)
    return (0, 0) if column is None else (column, len(name))


def _notes(dossier: FileDossier) -> Iterator[LineNote]:
    by_line: defaultdict[int, list[Finding]] = defaultdict(list)
    for finding in dossier.findings:
        if finding.asks_to_act and finding.category in _SECTIONS:
            by_line[finding.line].append(finding)
    for line, findings in by_line.items():
        gravest = min(findings, key=lambda finding: SEVERITIES.index(finding.severity))
        messages = dict.fromkeys(f"{f.severity} {f.rule}: {f.message}" for f in findings)
        text = "; ".join(messages)
        yield LineNote(line, gravest.severity, text, _SECTIONS[gravest.category])
    yield from _tested(dossier)


def _tested(dossier: FileDossier) -> Iterator[LineNote]:
    if dossier.role == "test":
        return
    n_by_line: dict[int, int] = {}
    for symbol in dossier.symbols:
        line, n = symbol.definition.line, symbol.uses.n_tests
        n_by_line[line] = max(n, n_by_line.get(line, 0))
    for line, n in n_by_line.items():
        if n:
            yield LineNote(line, "tested", f"used in {counted(n, 'test file')}", _TESTS)
