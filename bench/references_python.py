"""Python references against pyright's go-to-definition, asked by ``bench/pyright_answers.py``.

    python bench/references_python.py ANSWERS [ANSWERS ...] [--misses N]

Each file of answers names a repository; all of its Python files are read and resolved as a build
does. An answer of ours is right if pyright leads to the same line of the same file. Precision is
taken over the places where we answer and pyright answers at all, wherever it leads; recall over
those where it leads to a definition or a module of the repository. The figures are kept in
``references_python.md``.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from typing import Final, NamedTuple

from repobook.languages import Resolver, parse
from repobook.model.facts import pack_position
from repobook.model.graph import Link, Unit
from repobook.resolve.world import world_of

_NO_REFERENCE: Final = Link((), "", "no reference of ours")
_HEADINGS: Final = (
    "drawn from",
    "asked",
    "answered",
    "inside",
    "exact",
    "precision",
    "inferred",
    "precision",
    "recall",
)

Place = tuple[str, int]
"""Path and line; line 0 is the file as a whole, an empty path lies outside the repository."""


class Answer(NamedTuple):
    """A use of a name at a packed position, and where pyright leads."""

    path: str
    position: int
    name: str
    places: frozenset[Place]


class Scored(NamedTuple):
    answer: Answer
    link: Link
    is_right: bool
    is_inside: bool
    """It leads to what the repository defines."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("answers", nargs="+", metavar="ANSWERS")
    parser.add_argument("--misses", type=int, default=0, help="how many of each kind to show")
    options = parser.parse_args(arguments)
    print(_cells(_HEADINGS))
    print(_cells(["---"] * len(_HEADINGS)))
    n_all = 0
    scored: list[Scored] = []
    for path in options.answers:
        answers, root = _read(path)
        found = _score([answer for answer in answers if answer.places], root)
        print(_row(os.path.basename(path).partition(".")[0], len(answers), found), flush=True)
        _show_misses(found, options.misses)
        scored += found
        n_all += len(answers)
    print(_row("all", n_all, scored))
    return 0


def _read(path: str) -> tuple[list[Answer], str]:
    with open(path, encoding="utf-8") as file:
        head, *rows = map(json.loads, file)
    return [_answer(*row) for row in rows], head["root"]


def _answer(
    path: str, line: int, column: int, name: str, is_attribute: bool, targets: list[list[int]]
) -> Answer:
    """Pyright leads to a module by its first line."""
    places = {(str(path), int(line)) for path, line in targets}
    files = {(path, 0) for path, line in places if path and line == 1}
    return Answer(path, pack_position(line, column), name, frozenset(places | files))


def _score(answers: list[Answer], root: str) -> list[Scored]:
    units = _units(root)
    place_by_id = dict(_places(units))
    inside = frozenset(place_by_id.values())
    resolve = Resolver(world_of(units))
    unit_by_path = {unit.path: unit for unit in units}
    scored = []
    for path, group in groupby(answers, key=lambda answer: answer.path):
        links = _links(unit_by_path[path], resolve)
        for answer in group:
            link = links.get(answer.position, _NO_REFERENCE)
            is_right = any(place_by_id[target] in answer.places for target in link.targets)
            scored.append(Scored(answer, link, is_right, not inside.isdisjoint(answer.places)))
    return scored


def _units(root: str) -> list[Unit]:
    paths = [
        os.path.relpath(os.path.join(folder, name), root)
        for folder, _, names in os.walk(root)
        for name in names
        if name.endswith((".py", ".pyi"))
    ]
    with ProcessPoolExecutor() as pool:
        return list(pool.map(_unit, [root] * len(paths), sorted(paths), chunksize=16))


def _unit(root: str, path: str) -> Unit:
    with open(os.path.join(root, path), "rb") as file:
        facts = parse("Python", file.read())
    return Unit(path, "Python", "source", facts.definitions, facts.imports, facts.references)


def _places(units: Iterable[Unit]) -> Iterator[tuple[str, Place]]:
    """Where every target of a link stands."""
    for unit in units:
        yield unit.path, (unit.path, 0)
        for id, definition in unit.symbols():
            yield id, (unit.path, definition.line)


def _links(unit: Unit, resolve: Resolver) -> dict[int, Link]:
    """By packed position."""
    return {
        position: link
        for reference, link in zip(unit.references, resolve(unit).references, strict=True)
        for position in reference.positions
    }


def _row(name: str, n_asked: int, scored: list[Scored]) -> str:
    inside = [s for s in scored if s.is_inside]
    exact = [s for s in scored if s.link.confidence == "exact"]
    inferred = [s for s in scored if s.link.confidence == "inferred"]
    recalled = [s for s in inside if s.is_right and s.link.confidence != "ambiguous"]
    cells = [
        name,
        f"{n_asked:,}",
        f"{len(scored):,}",
        f"{len(inside):,}",
        f"{len(exact):,}",
        _share(sum(s.is_right for s in exact), len(exact)),
        f"{len(inferred):,}",
        _share(sum(s.is_right for s in inferred), len(inferred)),
        _share(len(recalled), len(inside)),
    ]
    return _cells(cells)


def _share(n_part: int, n_whole: int) -> str:
    """Rounded down."""
    return f"{n_part * 1000 // n_whole / 1000:.3f}" if n_whole else "–"


def _cells(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _show_misses(scored: list[Scored], n_each: int) -> None:
    """What we answer wrongly, then what we do not answer, each kind by itself."""
    if not n_each:
        return
    missed = [s for s in scored if not s.is_right and (s.is_inside or s.link.targets)]
    missed.sort(key=_kind_of_miss)
    for kind, group in groupby(missed, key=_kind_of_miss):
        found = list(group)
        print(f"{kind}: {len(found)}")
        for answer, link, _, _ in found[:: max(1, len(found) // n_each)][:n_each]:
            line = answer.position >> 20
            print(
                f"    {answer.path}:{line} {answer.name} → {sorted(answer.places)}, {link.targets}"
            )


def _kind_of_miss(scored: Scored) -> str:
    return scored.link.confidence or scored.link.rule


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
