"""What a test file tests: files that its lines lead to; files with similar names stand apart."""

from collections import defaultdict
from collections.abc import Iterator
from heapq import nsmallest
from typing import Final

from repobook.book.file.related_files import RelatedFile, how, related_by
from repobook.book.file.tests.likely_tests import is_worth_naming
from repobook.book.shared.citations import first_of, named_here
from repobook.book.shared.inline import file_link, here
from repobook.book.shared.tables import table
from repobook.book.shared.test_reasons import reasons
from repobook.model.blocks import Block, Content, Heading
from repobook.model.dossiers.dossier import Covering, FileDossier
from repobook.model.graph import DEPENDENCY_KINDS, IMPORT_KINDS, Reason
from repobook.text.naming.same_named_files import stem_of

_MAX_TESTED: Final = 12
_MAX_ALIKE: Final = 3
_MAX_NAMES: Final = 6
_TESTABLE: Final = frozenset(["source", "build", "generated"])
# What lies below such a folder helps to test, and is not what is tested.
_TOOLS: Final = frozenset(["test", "tests", "testing"])
_ERRORS: Final = frozenset(["error", "errors", "exception", "exceptions"])

# Of a name: the number of its places, and the first line.
Places = tuple[int, int]


def tested_files(dossier: FileDossier) -> list[RelatedFile]:
    """Files that it certainly uses and for which it ranks among the best tests.

    What it is named for comes first, then what it uses most; errors that it expects come later, and
    files that are generated last.
    """
    meant = {path for path, why in dossier.tested if _is_meant(path, why)}
    if not meant:
        return []
    files = [file for file in _used_files(dossier) if file.path in meant]
    used = [file for file in files if any(edge.kind not in IMPORT_KINDS for edge in file.edges)]
    stem = _stem(dossier.path)
    return sorted(
        used or files,
        key=lambda file: (_is_generated(dossier, file.path), _order(_stem(file.path), stem)),
    )


def _is_generated(dossier: FileDossier, path: str) -> bool:
    """Such a file is what values are made of, even where nothing else is used as much."""
    line = dossier.known.get(path)
    return line is not None and line.role == "generated"


def _order(stem: str, own: str) -> int:
    return 0 if stem == own else 2 if stem.strip("_").lower() in _ERRORS else 1


def _stem(path: str) -> str:
    return stem_of(path.rpartition("/")[2])


def _is_meant(path: str, why: tuple[Reason, ...]) -> bool:
    """What helps to test is itself tested where the names of both say so."""
    return not _is_tool(path) or any(reason.kind == "path" for reason in why)


def _is_tool(path: str) -> bool:
    return not _TOOLS.isdisjoint(path.split("/"))


def what_it_tests(dossier: FileDossier) -> Iterator[Block]:
    """Where it is among the best tests of nothing that it leads to: what it uses most."""
    tested = tested_files(dossier)
    files = tested or [file for file in _used_files(dossier) if not _is_tool(file.path)]
    if not files:
        return
    names = _used_names(dossier)
    rows = [
        (
            (file_link(dossier, file.path),),
            _name_list(dossier, names.get(file.path, {}), file),
            (how(file),),
        )
        for file in files[:_MAX_TESTED]
    ]
    yield Heading(3, ("Files it tests" if tested else "Files it uses most",))
    yield table(("File", "Names used", "How"), rows, len(files))


def perhaps_tested(dossier: FileDossier) -> Iterator[Block]:
    """Ranked as a test of these by their paths, without a line that leads there."""
    reached = {edge.path for edge in dossier.edges_out if edge.confidence != "ambiguous"}
    guesses = [
        (path, why)
        for path, why in dossier.tested
        if path not in reached
        and any(reason.kind == "path" for reason in why)
        and is_worth_naming(path, Covering(dossier.path, why, ""))
    ]
    if not guesses:
        return
    guesses.sort(key=lambda one: -len(one[1]))
    rows = [
        ((file_link(dossier, path),), reasons(dossier, dossier.path, why))
        for path, why in guesses[:_MAX_ALIKE]
    ]
    yield Heading(3, ("Files it may test",))
    yield table(("File", "Why"), rows, len(guesses))


def _used_files(dossier: FileDossier) -> list[RelatedFile]:
    return [
        file
        for file in related_by(dossier.edges_out, DEPENDENCY_KINDS)
        if file.is_sure and _is_testable(dossier, file.path)
    ]


def _is_testable(dossier: FileDossier, path: str) -> bool:
    line = dossier.known.get(path)
    return line is not None and line.role in _TESTABLE


def _used_names(dossier: FileDossier) -> dict[str, dict[str, Places]]:
    """By file."""
    names_by_file: defaultdict[str, dict[str, Places]] = defaultdict(dict)
    for group in dossier.references:
        if group.confidence != "exact" or not group.lines:
            continue
        for path in {target.path for target in group.targets if target.qualname}:
            n, first = names_by_file[path].get(group.name, (0, group.lines[0]))
            names_by_file[path][group.name] = (n + len(group.lines), min(first, group.lines[0]))
    return names_by_file


def _name_list(dossier: FileDossier, names: dict[str, Places], file: RelatedFile) -> Content:
    if not names:
        return (here(dossier, max(file.edges[0].line, 1)),)
    ordered = nsmallest(_MAX_NAMES, names.items(), key=lambda item: (-item[1][0], item[0]))
    items = [named_here(dossier, name, line) for name, (_, line) in ordered]
    return first_of(items, _MAX_NAMES, len(names))
