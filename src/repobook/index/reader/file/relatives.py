"""Base classes and subclasses of a file's classes, and the methods that override each other."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.index.ids import symbol_key
from repobook.index.reader.file.file_links import Use, symbol_around
from repobook.index.reader.file.target_names import TargetNames
from repobook.index.reader.rows import Rows
from repobook.model.dossiers.dossier import FileLine, ReferenceGroup, Subclass, SymbolName
from repobook.model.facts import Definition
from repobook.model.graph import symbol_id
from repobook.model.kinds import CLASSES
from repobook.text.spans import innermost

_MAX_SUBCLASSES: Final = 10
_LIKELY: Final = ("exact", "inferred")


class Subclasses(NamedTuple):
    first: tuple[Subclass, ...]
    n_files: int


def subclasses_by_target(
    rows: Rows, uses: Iterable[Use], files: Mapping[int, FileLine]
) -> dict[int, Subclasses]:
    """By the key of a class: the first subclass in each file, those of tests last."""
    by_target: defaultdict[int, dict[int, Use]] = defaultdict(dict)
    for use in uses:
        if use.role == "inherit" and use.confidence in _LIKELY:
            by_target[use.target].setdefault(use.file, use)
    return {
        target: Subclasses(tuple(_first_subclasses(rows, by_file.values(), files)), len(by_file))
        for target, by_file in by_target.items()
    }


def _first_subclasses(
    rows: Rows, uses: Iterable[Use], files: Mapping[int, FileLine]
) -> Iterator[Subclass]:
    def standing(use: Use) -> tuple[bool, str]:
        return files[use.file].role == "test", files[use.file].path

    for use in sorted(uses, key=standing)[:_MAX_SUBCLASSES]:
        within = symbol_around(rows, use.file, use.line, is_class=True)
        yield Subclass(files[use.file].path, use.line, within, use.n)


def bases_by_class(
    definitions: Sequence[Definition], references: Iterable[ReferenceGroup]
) -> dict[int, list[SymbolName]]:
    """By the number of a class of this file."""
    lines = [
        (line, target)
        for group in references
        if group.role == "inherit" and group.confidence in _LIKELY
        for line in group.lines
        for target in group.targets
        if target.qualname
    ]
    bases: defaultdict[int, list[SymbolName]] = defaultdict(list)
    if lines:
        lines.sort()
        spans = [(d.line, d.end_line, n) for n, d in enumerate(definitions) if d.kind in CLASSES]
        numbers = innermost(spans, [line for line, _ in lines])
        for (_, target), n in zip(lines, numbers, strict=True):
            bases[n].append(target)
    return bases


def members_named(
    targets: TargetNames, owners: Iterable[SymbolName | Subclass], names: Iterable[str]
) -> dict[str, tuple[SymbolName, ...]]:
    """By name: the members of these classes that bear it."""
    classes = sorted({(owner.path, owner.qualname) for owner in owners if owner.qualname})
    keys_by_name = {
        name: [symbol_key(symbol_id(path, f"{qualname}.{name}")) for path, qualname in classes]
        for name in names
    }
    targets.load(key for keys in keys_by_name.values() for key in keys)
    return {name: targets.names(keys) for name, keys in keys_by_name.items()}
