"""C and C++ references and includes against clang: the same name leads to the same definition?

    python bench/references_cpp.py REPOSITORY ANSWERS.json [--facts CACHE] [--misses N]

``ANSWERS.json`` is what ``clang_answers.py`` wrote. All C-family files of the repository are read,
so that homonyms anywhere count, and the library's own are resolved. A link is right when each of
its targets stands where clang knows the name to be declared or defined. The recorded figures are
in ``references_cpp.md``.
"""

import argparse
import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from repobook.build.fingerprint import own_fingerprint
from repobook.languages import Resolver, parse
from repobook.model.facts import Definition, Reference, pack_position
from repobook.model.graph import FileLinks, Link, Unit
from repobook.model.kinds import CLASSES
from repobook.resolve.world import world_of
from repobook.scan.classify.languages import language_of

LANGUAGES: Final = frozenset(["C", "C++", "CUDA", "HIP", "Objective-C", "Objective-C++", "Metal"])
NOT_CODE: Final = frozenset([".git", ".hg", "node_modules"])
Place = tuple[str, int]


class Use(NamedTuple):
    """What clang says of one use; columns are counted from 0."""

    path: str
    line: int
    column: int
    name: str
    places: frozenset[Place]


class Verdict(NamedTuple):
    use: Use
    outcome: str
    rule: str
    role: str
    told: tuple[str, ...]


def main() -> None:
    options = _options()
    answers = json.loads(options.answers.read_text())
    units = list(_units(options.repository.resolve(), options.facts))
    resolve = Resolver(world_of(units))
    under = tuple(answers["under"])
    links = {unit.path: (unit, resolve(unit)) for unit in units if unit.path.startswith(under)}
    _report_includes(answers["includes"], links)
    place_by_id = {
        id: (unit.path, _line_of_name(definition))
        for unit in units
        for id, definition in unit.symbols()
    }
    verdicts = list(_verdicts(_uses(answers), links, place_by_id))
    _report(verdicts)
    _report_misses(verdicts, options.misses)


def _line_of_name(definition: Definition) -> int:
    """``typedef struct { … } name;`` is called by its last line."""
    is_named_last = definition.kind in CLASSES and definition.signature.startswith("typedef")
    return definition.end_line if is_named_last else definition.line


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("repository", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--facts", type=Path, help="keep what was parsed in this file")
    parser.add_argument("--misses", type=int, default=0, help="examples to print of each class")
    return parser.parse_args()


def _units(repository: Path, cache: Path | None) -> Iterator[Unit]:
    key = (str(repository), own_fingerprint())
    if cache and cache.exists():
        kept_key, units = pickle.loads(cache.read_bytes())
        if kept_key == key:
            yield from units
            return
    with ProcessPoolExecutor() as pool:
        paths = sorted(_paths(repository))
        units = list(pool.map(_unit, [repository] * len(paths), paths, chunksize=32))
    if cache:
        cache.write_bytes(pickle.dumps((key, units)))
    yield from units


def _paths(repository: Path) -> Iterator[str]:
    for path in repository.rglob("*"):
        own = path.relative_to(repository)
        if NOT_CODE.isdisjoint(own.parts) and path.is_file() and not path.is_symlink():
            yield own.as_posix()


def _unit(repository: Path, path: str) -> Unit:
    content = (repository / path).read_bytes()
    language = language_of(path, content)
    if language not in LANGUAGES:
        return Unit(path, language, "source")
    facts = parse(language, content)
    return Unit(path, language, "source", facts.definitions, facts.imports, facts.references)


def _report_includes(answers: list[Any], links: dict[str, tuple[Unit, FileLinks]]) -> None:
    told: dict[Place, Link] = {}
    for path, (unit, found) in links.items():
        for imported, own in zip(unit.imports, found.imports, strict=True):
            if imported.form in ("include", "system"):
                told[path, imported.line] = own
    verdicts = Counter[str]()
    for path, line, target in answers:
        link = told.get((path, line), Link((), "", "not read"))
        is_right = link.targets == (target,)
        verdicts["right" if is_right else f"{link.confidence or link.rule}, wrong"] += 1
        if not is_right:
            print(f"       {path}:{line} means {target}: {link}")
    print(_figure("includes", verdicts["right"], verdicts.total()), dict(verdicts))


def _uses(answers: dict[str, Any]) -> Iterator[Use]:
    for path, line, column, name, places in answers["uses"]:
        yield Use(path, line, column, name, frozenset((at, where) for at, where in places))


def _verdicts(
    uses: Iterator[Use], links: dict[str, tuple[Unit, FileLinks]], place_by_id: dict[str, Place]
) -> Iterator[Verdict]:
    by_path: defaultdict[str, list[Use]] = defaultdict(list)
    for use in uses:
        by_path[use.path].append(use)
    for path, own in sorted(by_path.items()):
        told = _link_by_position(*links[path]) if path in links else {}
        for use in own:
            found = told.get(pack_position(use.line, use.column))
            yield _verdict(use, found, place_by_id)


def _link_by_position(unit: Unit, links: FileLinks) -> dict[int, tuple[Reference, Link]]:
    return {
        position: (reference, link)
        for reference, link in zip(unit.references, links.references, strict=True)
        for position in reference.positions
    }


def _verdict(
    use: Use, found: tuple[Reference, Link] | None, place_by_id: dict[str, Place]
) -> Verdict:
    if found is None:
        return Verdict(use, "no reference", "", "", ())
    reference, link = found
    hits = [place_by_id.get(target) in use.places for target in link.targets]
    if not link.targets:
        outcome = f"unresolved: {link.rule}"
    elif link.confidence == "ambiguous":
        outcome = "ambiguous, among them" if any(hits) else "ambiguous, wrong"
    else:
        outcome = f"{link.confidence}, {'right' if all(hits) else 'wrong'}"
    role = f"{reference.role} {reference.receiver}" if reference.receiver else reference.role
    return Verdict(use, outcome, link.rule, role, link.targets)


def _report(verdicts: list[Verdict]) -> None:
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    right = {kind: outcomes[f"{kind}, right"] for kind in ("exact", "inferred")}
    for kind, n in right.items():
        print(_figure(f"{kind} is right", n, n + outcomes[f"{kind}, wrong"]))
    print(_figure("recall", sum(right.values()), len(verdicts)))
    for outcome, n in outcomes.most_common():
        print(f"{n:8} {outcome}")
    rules = Counter((verdict.rule, verdict.outcome) for verdict in verdicts if verdict.rule)
    for (rule, outcome), n in sorted(rules.items()):
        print(f"{n:8} {rule}: {outcome}")


def _report_misses(verdicts: list[Verdict], n_examples: int) -> None:
    missed: defaultdict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if not verdict.outcome.endswith("right"):
            missed[verdict.outcome].append(verdict)
    for outcome, found in sorted(missed.items()) if n_examples else ():
        print(f"\n{outcome}")
        for use, _, rule, role, told in found[:: max(1, len(found) // n_examples)][:n_examples]:
            means = ", ".join(f"{path}:{line}" for path, line in sorted(use.places)[:3])
            print(f"  {use.path}:{use.line}:{use.column} {use.name} ({role}) means {means}")
            print(f"      told {', '.join(told)} {rule}")


def _figure(what: str, found: int, total: int) -> str:
    share = 100 * found / total if total else 100.0
    return f"{what:18} {found:7} of {total:7}  {share:6.2f} %"


if __name__ == "__main__":
    main()
