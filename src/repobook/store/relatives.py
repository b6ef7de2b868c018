"""Classes above and below those of a file, and the methods that take each other's place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import apsw

from repobook.model.dossier import Heir, ReferenceGroup, SymbolName
from repobook.model.facts import Definition
from repobook.model.kinds import CLASSES
from repobook.store.examples import Use
from repobook.store.ids import symbol_key
from repobook.store.target_names import TargetNames
from repobook.store.users import FileKind
from repobook.text.spans import innermost

_MAX_HEIRS: Final = 10
_LIKELY: Final = ("exact", "inferred")


class Heirs(NamedTuple):
    told: tuple[Heir, ...]
    n_files: int


def heirs_by_target(
    db: apsw.Connection, uses: Iterable[Use], kinds: Mapping[int, FileKind]
) -> dict[int, Heirs]:
    """By the key of a class; of each file the first heir, those of tests last."""
    by_target: defaultdict[int, dict[int, Use]] = defaultdict(dict)
    for use in uses:
        if use.role == "inherit" and use.confidence in _LIKELY:
            by_target[use.target].setdefault(use.file, use)
    return {
        target: Heirs(tuple(_told(db, by_file.values(), kinds)), len(by_file))
        for target, by_file in by_target.items()
    }


def _told(
    db: apsw.Connection, uses: Iterable[Use], kinds: Mapping[int, FileKind]
) -> Iterator[Heir]:
    def standing(use: Use) -> tuple[bool, str]:
        return kinds[use.file].role == "test", kinds[use.file].path

    for use in sorted(uses, key=standing)[:_MAX_HEIRS]:
        within = db.execute(_CLASS_AROUND, (use.file, use.line, use.line)).get
        yield Heir(kinds[use.file].path, use.line, str(within or ""), use.n)


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
    found: defaultdict[int, list[SymbolName]] = defaultdict(list)
    if lines:
        lines.sort()
        spans = [(d.line, d.end_line, n) for n, d in enumerate(definitions) if d.kind in CLASSES]
        numbers = innermost(spans, [line for line, _ in lines])
        for (_, target), n in zip(lines, numbers, strict=True):
            found[n].append(target)
    return found


def members_named(
    targets: TargetNames, owners: Iterable[SymbolName | Heir], names: Iterable[str]
) -> dict[str, tuple[SymbolName, ...]]:
    """By name: the members of these classes that bear it."""
    classes = sorted({(owner.path, owner.qualname) for owner in owners if owner.qualname})
    keys_by_name = {
        name: [symbol_key(f"{path}::{qualname}.{name}") for path, qualname in classes]
        for name in names
    }
    targets.load(key for keys in keys_by_name.values() for key in keys)
    return {name: targets.names(keys) for name, keys in keys_by_name.items()}


_CLASS_AROUND: Final = f"""
    SELECT qualname FROM symbol WHERE file = ? AND line <= ? AND end_line >= ?
    AND kind IN ({", ".join(f"'{kind}'" for kind in CLASSES)}) ORDER BY line DESC, end_line LIMIT 1
"""
