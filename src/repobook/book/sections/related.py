"""Related Files: what belongs with the file, by its ties, by history and by name."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from repobook.book.likeness import likeness, stem_of
from repobook.book.pieces import counted, file_link, joined
from repobook.book.rows import table
from repobook.book.tested import tested_files
from repobook.book.ties import LEANING, Tie, how, proof_beside, ties_of
from repobook.model.blocks import Block, Content
from repobook.model.dossier import FileDossier

TITLE: Final = "Related Files"
_MAX_RELATED: Final = 5
_MAX_EACH_WAY: Final = 5
_MAX_TESTS: Final = 3
# What names and tests say counts as the strongest tie; a shared past counts a little more.
_BY_NAME: Final = 1.0
_BY_TEST: Final = 1.0
_BY_HISTORY: Final = 1.2


class _Reason(NamedTuple):
    weight: float
    content: Content


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    by_path: defaultdict[str, list[_Reason]] = defaultdict(list)
    ways = (_by_name(dossier), _by_test(dossier), _by_history(dossier), _by_graph(dossier))
    for path, reason in chain(*ways):
        by_path[path].append(reason)
    if not by_path:
        return ()
    ordered = sorted(by_path.items(), key=lambda item: (-_weight(item[1]), item[0]))
    rows = tuple(
        ((file_link(dossier, path),), joined((reason.content for reason in found), "; "))
        for path, found in ordered[:_MAX_RELATED]
    )
    return (table(("File", "Why"), rows, len(ordered)),)


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
    for tie in tested_files(dossier)[:_MAX_EACH_WAY]:
        yield tie.path, _Reason(_BY_TEST, ("tested ", *proof_beside(dossier, tie, True)))
    users = {tie.path: tie for tie in ties_of(dossier.edges_in, {"test"})}
    for test in [test.path for test in dossier.tests if test.path in users][:_MAX_TESTS]:
        yield test, _Reason(_BY_TEST, ("tests it ", *proof_beside(dossier, users[test], False)))


def _by_history(dossier: FileDossier) -> Iterator[tuple[str, _Reason]]:
    most = max((n for _, n in dossier.together), default=1)
    for path, n in dossier.together:
        text = f"changed together in {counted(n, 'commit')}"
        yield path, _Reason(_BY_HISTORY * n / most, (text,))


def _by_graph(dossier: FileDossier) -> Iterator[tuple[str, _Reason]]:
    """The strongest ties of code each way, and all that are tied both ways."""
    out = ties_of(dossier.edges_out, LEANING)
    into = ties_of(dossier.edges_in, LEANING)
    mutual = {tie.path for tie in out} & {tie.path for tie in into}
    strongest = max((tie.weight for tie in (*out[:1], *into[:1])), default=1)
    for label, found, leads_out in (("needed: ", out, True), ("needs it: ", into, False)):
        for n, tie in enumerate(found):
            if n < _MAX_EACH_WAY or tie.path in mutual:
                content = _tie(dossier, label, tie, leads_out)
                yield tie.path, _Reason(tie.weight / strongest, content)


def _tie(dossier: FileDossier, label: str, tie: Tie, leads_out: bool) -> Content:
    return (label, how(tie), ", ", *proof_beside(dossier, tie, leads_out))
