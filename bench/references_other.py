"""Where references of JavaScript, TypeScript, Java, Kotlin, Go and Rust lead, and a sample to read.

    python bench/references_other.py REPOSITORY [REPOSITORY ...] [--sample 60] [--seed 1]

Counts, per language, the places whose link is exact, inferred, ambiguous or unresolved and why, and
the definitions whose name stands in the texts again while no link leads to them.
With ``--sample`` it draws that many places with an exact link (``--confidence`` for others) and
prints each with the line that uses it and the line that defines it, to be read one by one. With
``--answers`` the links are held against what a compiler says of the same places, as written by
``typescript_answers.js`` (needs Node and TypeScript) or ``JavaAnswers.java`` (needs a JDK). The
figures are kept in ``references_other.md``.
"""

import argparse
import json
import os
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from repobook.languages import Resolver, parse
from repobook.model.facts import pack_position, unpack_position
from repobook.model.graph import FileLinks, Link, Unit
from repobook.resolve.world import world_of
from repobook.scan.classify.languages import language_of

_MEASURED: Final = ("JavaScript", "TypeScript", "TSX", "Java", "Kotlin", "Go", "Rust")
_READ: Final = frozenset([*_MEASURED, "JSON", "JSON with Comments", "TOML", "Go Module"])
_WORD: Final = re.compile(rb"[\w$]+")
_COUNTED: Final = frozenset(
    ["function", "method", "constant", "variable", "field", "property", "enum_member", "class"]
)
_OUTCOMES: Final = (
    "exact",
    "inferred",
    "ambiguous",
    "external",
    "builtin",
    "dynamic",
    "unknown",
)


class Use(NamedTuple):
    language: str
    path: str
    position: int
    name: str
    receiver: str
    role: str
    link: Link


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--language", choices=_MEASURED)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--confidence", default="exact")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", help="what a compiler says, for one repository")
    parser.add_argument("--wrong", type=int, default=0, help="how many wrong links to print")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    for repository in options.repositories:
        _measure(repository, options)
    return 0


def _measure(repository: str, options: argparse.Namespace) -> None:
    with ProcessPoolExecutor(options.jobs) as pool:
        paths = sorted(_paths(repository))
        roots = [repository] * len(paths)
        units = [unit for unit in pool.map(read, roots, paths, chunksize=16) if unit]
    started = time.process_time()
    resolver = Resolver(world_of(units))
    resolved = [(unit, resolver(unit)) for unit in units if unit.language in _MEASURED]
    seconds = time.process_time() - started
    uses = [use for unit, links in resolved for use in _uses(unit, links)]
    name = os.path.basename(os.path.normpath(repository))
    print(f"\n{name}: {len(resolved)} files, {len(uses)} references, {seconds:.1f} s to resolve")
    for language in _MEASURED:
        _report(language, [use for use in uses if use.language == language])
        _report_imports(language, resolved)
    _report_unlinked(repository, units, resolved, options)
    if options.answers:
        _compare(uses, units, options)
    if options.sample:
        _print_sample(repository, uses, units, options)


def _report_unlinked(
    repository: str,
    units: list[Unit],
    resolved: list[tuple[Unit, FileLinks]],
    options: argparse.Namespace,
) -> None:
    """Definitions of a name that stands twice or more in the texts, and that no link leads to."""
    n_by_word = Counter(
        word for unit in units for word in _WORD.findall(Path(repository, unit.path).read_bytes())
    )
    linked = {
        t
        for _, links in resolved
        for link in (*links.references, *links.imports)
        for t in link.targets
    }
    ids_by_name: defaultdict[str, list[str]] = defaultdict(list)
    for unit, _ in resolved:
        for id, definition in unit.symbols():
            if definition.kind in _COUNTED:
                ids_by_name[definition.name].append(id)
    only = [
        ids[0]
        for name, ids in ids_by_name.items()
        if len(ids) == 1 and n_by_word[name.encode()] > 1
    ]
    unlinked = [id for id in only if id not in linked]
    print(f"  {len(unlinked)} of {len(only)} names that stand in the texts again have no link")
    for id in random.Random(options.seed).sample(unlinked, min(options.wrong, len(unlinked))):
        print(f"    no link: {id}")


class Defined(NamedTuple):
    path: str
    name: str
    line: int


class Answer(NamedTuple):
    """What a compiler says of one place; no targets if what it means is not in the repository."""

    name: str
    targets: tuple[tuple[str, int, int], ...]
    """Path, first and last line in which the definition may begin."""


def _compare(uses: list[Use], units: list[Unit], options: argparse.Namespace) -> None:
    answers = dict(_answers(options.answers))
    defined = {
        id: Defined(unit.path, definition.name, definition.line)
        for unit in units
        for id, definition in unit.symbols()
    }
    by_file: defaultdict[str, list[Defined]] = defaultdict(list)
    for each in defined.values():
        by_file[each.path].append(each)
    known = [use for use in uses if (use.path, use.position) in answers]
    read = {unit.path for unit in units}
    places = [p for p, a in answers.items() if p[0] in read and _is_ours(a, by_file)]
    _report_found(places, known, answers, defined, options)
    here = [use for use in known if _is_ours(answers[use.path, use.position], by_file)]
    for confidence in ("exact", "inferred", "ambiguous"):
        told = [use for use in known if use.link.confidence == confidence]
        right = [u for u in told if _is_right(u, answers[u.path, u.position], defined)]
        print(f"  {confidence}: {len(right)} of {len(told)} right ({_share(right, told)})")
        if confidence == "exact":
            found = len(set(right).intersection(here))
            print(f"  found exactly: {found} of {len(here)} whose definition is in the repository")
            wrong = sorted(set(told) - set(right))
            _print_wrong(wrong, answers, options)


def _report_found(
    places: list[tuple[str, int]],
    known: list[Use],
    answers: Mapping[tuple[str, int], Answer],
    defined: Mapping[str, Defined],
    options: argparse.Namespace,
) -> None:
    """Of every place that leads into the repository; a definition's own name leads nowhere."""
    linked = {(use.path, use.position) for use in known if use.link.targets}
    elsewhere = [p for p in places if not _is_definition(p, answers[p], defined)]
    missed = [p for p in elsewhere if p not in linked]
    n_found = len(elsewhere) - len(missed)
    print(f"  of all {len(elsewhere)} uses the compiler knows, {n_found} have a link")
    for path, position in random.Random(options.seed).sample(
        missed, min(options.wrong, len(missed))
    ):
        print(f"    no link: {path}:{unpack_position(position)[0]} {answers[path, position].name}")


def _is_definition(place: tuple[str, int], answer: Answer, defined: Mapping[str, Defined]) -> bool:
    path, line = place[0], unpack_position(place[1])[0]
    return any(path == target and first <= line <= last for target, first, last in answer.targets)


def _answers(path: str) -> Iterator[tuple[tuple[str, int], Answer]]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            source, row, column, name, targets = json.loads(line)
            told = tuple((each[0], each[1], each[-1]) for each in targets)
            yield (source, pack_position(row, column)), Answer(name, told)


def _is_ours(answer: Answer, by_file: Mapping[str, list[Defined]]) -> bool:
    """Whether the definition is one that the book tells; a local is none."""
    return any(_means(each, answer) for target in answer.targets for each in by_file[target[0]])


def _is_right(use: Use, answer: Answer, defined: Mapping[str, Defined]) -> bool:
    for target in use.link.targets:
        found = defined.get(target)
        if found is None and any(path == target for path, _, _ in answer.targets):
            return True
        if found is not None and _means(found, answer):
            return True
    return False


def _means(found: Defined, answer: Answer) -> bool:
    return any(
        path == found.path
        and min(first - 3, last) <= found.line <= max(first + 3, min(last, first + 40))
        and found.name in (answer.name, "default", found.name if first == found.line else "")
        for path, first, last in answer.targets
    )


def _share(part: list[Use], whole: list[Use]) -> str:
    return f"{len(part) / len(whole):.1%}" if whole else "none"


def _print_wrong(
    wrong: list[Use], answers: Mapping[tuple[str, int], Answer], options: argparse.Namespace
) -> None:
    drawn = random.Random(options.seed).sample(wrong, min(options.wrong, len(wrong)))
    for use in sorted(drawn):
        line, _ = unpack_position(use.position)
        answer = answers[use.path, use.position].targets
        print(f"    {use.path}:{line} {use.receiver} . {use.name} {use.link.targets} not {answer}")


def read(repository: str, path: str) -> Unit | None:
    with open(os.path.join(repository, path), "rb") as file:
        content = file.read()
    language = language_of(path, content)
    if language not in _READ:
        return None
    facts = parse(language, content)
    return Unit(path, language, "source", facts.definitions, facts.imports, facts.references)


def _paths(repository: str) -> Iterator[str]:
    for folder, folders, names in os.walk(repository):
        folders[:] = sorted(each for each in folders if each not in (".git", "node_modules"))
        for name in names:
            full = os.path.join(folder, name)
            if os.path.isfile(full) and not os.path.islink(full):
                yield os.path.relpath(full, repository)


def _uses(unit: Unit, links: FileLinks) -> Iterator[Use]:
    for reference, link in zip(unit.references, links.references, strict=True):
        for at in reference.positions:
            name, receiver, role = reference.name, reference.receiver, reference.role
            yield Use(unit.language, unit.path, at, name, receiver, role, link)


def _report(language: str, uses: list[Use]) -> None:
    if not uses:
        return
    counts = Counter(use.link.confidence or use.link.rule for use in uses)
    shares = ", ".join(f"{each} {counts[each] / len(uses):.1%}" for each in _OUTCOMES)
    print(f"  {language}: {len(uses)} references: {shares}")


def _report_imports(language: str, resolved: list[tuple[Unit, FileLinks]]) -> None:
    found = [
        link for unit, links in resolved if unit.language == language for link in links.imports
    ]
    if found:
        counts = Counter(link.confidence or link.rule for link in found)
        shares = ", ".join(f"{each} {n / len(found):.1%}" for each, n in sorted(counts.items()))
        print(f"    {len(found)} imports: {shares}")


def _print_sample(
    repository: str, uses: list[Use], units: list[Unit], options: argparse.Namespace
) -> None:
    wanted = [
        use
        for use in uses
        if (use.link.confidence or use.link.rule) == options.confidence
        and options.language in (None, use.language)
    ]
    line_by_id = {
        f"{unit.path}::{definition.qualname}": definition.line
        for unit in units
        for definition in reversed(unit.definitions)
    }
    drawn = random.Random(options.seed).sample(wanted, min(options.sample, len(wanted)))
    for n, use in enumerate(sorted(drawn), start=1):
        line, _ = unpack_position(use.position)
        print(f"\n{n}. {use.path}:{line} {use.role} {use.receiver} . {use.name} {use.link.rule}")
        print(f"    {_line(repository, use.path, line)}")
        for target in use.link.targets:
            path, _, qualname = target.partition("::")
            defined = line_by_id.get(f"{path}::{qualname.partition('~')[0]}", 1)
            print(f"  → {target}:{defined}\n    {_line(repository, path, defined)}")


def _line(repository: str, path: str, line: int) -> str:
    with open(os.path.join(repository, path), "rb") as file:
        lines = file.read().decode("utf-8", "replace").splitlines()
    return lines[line - 1].strip()[:160] if line <= len(lines) else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
