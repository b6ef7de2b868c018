"""Related Files: files that belong with the file, by edges, by history and by name."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from repobook.book.file.related_files import proof_in_row, related_by
from repobook.book.file.tests.tested_files import tested_files
from repobook.book.shared.inline import counted, file_link, joined
from repobook.book.shared.tables import table
from repobook.model.blocks import Block, Content
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.graph import DEPENDENCY_KINDS
from repobook.text.naming.same_named_files import likeness, stem_of

TITLE: Final = "Related Files"
_MAX_RELATED: Final = 4
_MAX_EDGES: Final = 2
"""Where nothing else relates the file to any."""
_EDGES: Final = (("dependency",), ("dependent",))
_MAX_EACH_WAY: Final = 5
_MAX_TESTS: Final = 3
# Names and tests weigh as much as the strongest edge; a shared past a little more.
_BY_NAME: Final = 1.0
_BY_TEST: Final = 1.0
_BY_HISTORY: Final = 1.2


class _Reason(NamedTuple):
    weight: float
    content: Content


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    by_path: defaultdict[str, list[_Reason]] = defaultdict(list)
    sources = (_by_name(dossier), _by_test(dossier), _by_history(dossier), _by_graph(dossier))
    for path, reason in chain(*sources):
        by_path[path].append(reason)
    if not by_path:
        return ()
    ordered = sorted(by_path.items(), key=lambda item: (-_weight(item[1]), item[0]))
    chosen = [item for item in ordered if not _is_edge_alone(item[1])] or ordered[:_MAX_EDGES]
    rows = tuple(
        ((file_link(dossier, path),), joined((reason.content for reason in reasons), "; "))
        for path, reasons in chosen[:_MAX_RELATED]
    )
    return (table(("File", "Why"), rows, len(chosen)),)


def _is_edge_alone(reasons: list[_Reason]) -> bool:
    """As the dependencies say of all of them."""
    return len(reasons) == 1 and reasons[0].content in _EDGES


def _weight(reasons: list[_Reason]) -> float:
    return sum(reason.weight for reason in reasons)


def _by_name(dossier: FileDossier) -> Iterator[tuple[str, _Reason]]:
    """A header and its source, a stub, a test: the same name but for its ending and its mark."""
    own = dossier.path.rpartition("/")[2]
    stem = stem_of(own)
    nearby = [*dossier.siblings, *(test.path for test in dossier.tests)]
    nearby += [path for path, _ in dossier.tested]
    for path in dict.fromkeys(nearby):
        name = path.rpartition("/")[2]
        if stem in name and path != dossier.path and stem_of(name) == stem:
            yield path, _Reason(_BY_NAME, (likeness(own, name),))


def _by_test(dossier: FileDossier) -> Iterator[tuple[str, _Reason]]:
    """Of a test what it tests, of a source the likeliest of the tests that use it."""
    for file in tested_files(dossier)[:_MAX_EACH_WAY]:
        yield file.path, _Reason(_BY_TEST, ("tested ", *proof_in_row(dossier, file, True)))
    users = {file.path: file for file in related_by(dossier.edges_in, {"test"})}
    for test in [test.path for test in dossier.tests if test.path in users][:_MAX_TESTS]:
        yield test, _Reason(_BY_TEST, ("tests it ", *proof_in_row(dossier, users[test], False)))


def _by_history(dossier: FileDossier) -> Iterator[tuple[str, _Reason]]:
    most = max((n for _, n in dossier.together), default=1)
    for path, n in dossier.together:
        text = f"changed together in {counted(n, 'commit')}"
        yield path, _Reason(_BY_HISTORY * n / most, (text,))


def _by_graph(dossier: FileDossier) -> Iterator[tuple[str, _Reason]]:
    """The strongest dependencies and dependents, and all that are both; how many places there are
    and where stands among the dependencies."""
    out = related_by(dossier.edges_out, DEPENDENCY_KINDS)
    into = related_by(dossier.edges_in, DEPENDENCY_KINDS)
    mutual = {file.path for file in out} & {file.path for file in into}
    strongest = max((file.weight for file in (*out[:1], *into[:1])), default=1)
    for label, files in (("dependency", out), ("dependent", into)):
        for n, file in enumerate(files):
            if n < _MAX_EACH_WAY or file.path in mutual:
                yield file.path, _Reason(file.weight / strongest, (label,))
