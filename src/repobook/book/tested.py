"""What a test file tests: files that its lines lead to; what is merely alike stands apart."""

from collections import defaultdict
from collections.abc import Iterator
from heapq import nsmallest
from typing import Final

from repobook.book.likely_tests import is_telling
from repobook.book.likeness import stem_of
from repobook.book.pieces import file_link, here
from repobook.book.reasons import SHARES, reasons
from repobook.book.rows import table
from repobook.book.shown import first_of, named_here
from repobook.book.ties import LEANING, TAKING, Tie, how, ties_of
from repobook.model.blocks import Block, Content, Heading
from repobook.model.dossier import Covering, FileDossier

_MAX_TESTED: Final = 12
_MAX_ALIKE: Final = 3
_MAX_NAMES: Final = 6
_TESTABLE: Final = frozenset(["source", "build", "generated"])
# What lies below such a folder helps to test, and is not what is tested.
_TOOLS: Final = frozenset(["test", "tests", "testing"])

# Of a name: the number of its places, and the first line.
Places = tuple[int, int]


def tested_files(dossier: FileDossier) -> list[Tie]:
    """What it is among the best tests of and surely makes use of.

    What it is named for comes first, then what it uses most.
    """
    meant = {path for path, why in dossier.tested if _is_meant(path, why)}
    if not meant:
        return []
    found = [tie for tie in _used_files(dossier) if tie.path in meant]
    used = [tie for tie in found if any(edge.kind not in TAKING for edge in tie.edges)]
    stem = _stem(dossier.path)
    return sorted(used or found, key=lambda tie: _stem(tie.path) != stem)


def _stem(path: str) -> str:
    return stem_of(path.rpartition("/")[2])


def _is_meant(path: str, why: tuple[str, ...]) -> bool:
    """What helps to test is itself tested where the names of both say so."""
    return not _is_tool(path) or any(reason.startswith(SHARES) for reason in why)


def _is_tool(path: str) -> bool:
    return not _TOOLS.isdisjoint(path.split("/"))


def what_it_tests(dossier: FileDossier) -> Iterator[Block]:
    """Where it is among the best tests of nothing that it leads to: what it uses most."""
    tested = tested_files(dossier)
    shown = tested or [tie for tie in _used_files(dossier) if not _is_tool(tie.path)]
    if not shown:
        return
    names = _used_names(dossier)
    rows = [
        (
            (file_link(dossier, tie.path),),
            _names_told(dossier, names.get(tie.path, {}), tie),
            (how(tie),),
        )
        for tie in shown[:_MAX_TESTED]
    ]
    yield Heading(3, ("What it tests" if tested else "What it uses most",))
    yield table(("File", "By", "How"), rows, len(shown))


def perhaps_tested(dossier: FileDossier) -> Iterator[Block]:
    """Ranked as a test of these by their paths, without a line that leads there."""
    reached = {edge.path for edge in dossier.edges_out if edge.confidence != "ambiguous"}
    found = [
        (path, why)
        for path, why in dossier.tested
        if path not in reached
        and any(reason.startswith(SHARES) for reason in why)
        and is_telling(path, Covering(dossier.path, why, ""))
    ]
    if not found:
        return
    found.sort(key=lambda one: -len(one[1]))
    rows = [
        ((file_link(dossier, path),), reasons(dossier, dossier.path, why))
        for path, why in found[:_MAX_ALIKE]
    ]
    yield Heading(3, ("Perhaps a test of",))
    yield table(("File", "Why"), rows, len(found))


def _used_files(dossier: FileDossier) -> list[Tie]:
    return [
        tie
        for tie in ties_of(dossier.edges_out, LEANING)
        if tie.is_sure and _is_testable(dossier, tie.path)
    ]


def _is_testable(dossier: FileDossier, path: str) -> bool:
    line = dossier.known.get(path)
    return line is not None and line.role in _TESTABLE


def _used_names(dossier: FileDossier) -> dict[str, dict[str, Places]]:
    """By file."""
    found: defaultdict[str, dict[str, Places]] = defaultdict(dict)
    for group in dossier.references:
        if group.confidence != "exact" or not group.lines:
            continue
        for path in {target.path for target in group.targets if target.qualname}:
            n, first = found[path].get(group.name, (0, group.lines[0]))
            found[path][group.name] = (n + len(group.lines), min(first, group.lines[0]))
    return found


def _names_told(dossier: FileDossier, names: dict[str, Places], tie: Tie) -> Content:
    if not names:
        return (here(dossier, max(tie.edges[0].line, 1)),)
    ordered = nsmallest(_MAX_NAMES, names.items(), key=lambda item: (-item[1][0], item[0]))
    shown = [named_here(dossier, name, line) for name, (_, line) in ordered]
    return first_of(shown, _MAX_NAMES, len(names))
