"""Where build files, scripts, workflows and documents lead, and a sample to read.

    repobook build REPOSITORY -o BOOK
    python bench/references_build.py BOOK REPOSITORY [--language CMake] [--sample 60] [--seed 1]

Counts, per language, the places whose link is exact, inferred or ambiguous, and why the others have
none. With ``--sample`` it draws that many links, references and imports alike, and prints each with
the line that holds it and the line it leads to, to be read one by one. The figures are kept in
``references_build.md``.
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import apsw

_LANGUAGES: Final = (
    *("CMake", "Starlark", "Shell", "Dockerfile", "Makefile", "YAML"),
    *("Markdown", "reStructuredText", "HTML", "Jupyter Notebook"),
)
_OUTCOMES: Final = (
    *("exact", "inferred", "ambiguous"),
    *("external", "builtin", "dynamic", "unknown"),
)
_LINKS: Final = """
    SELECT path, line, iif(receiver = '', name, receiver || '.' || name), role,
           coalesce(confidence, ''), rule, group_concat(target, '  ')
    FROM refs WHERE path IN (SELECT path FROM files WHERE language = ?1)
    GROUP BY path, line, col, name, receiver, role
    UNION ALL
    SELECT path, line, module || iif(name = '', '', ':' || name), form,
           coalesce(confidence, ''), rule, group_concat(target, '  ')
    FROM imports WHERE path IN (SELECT path FROM files WHERE language = ?1)
    GROUP BY path, line, module, name, form
"""


class Place(NamedTuple):
    path: str
    line: int
    name: str
    role: str
    confidence: str
    rule: str
    targets: str

    @property
    def outcome(self) -> str:
        return self.confidence or self.rule


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--language", choices=_LANGUAGES)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    db = apsw.Connection(str(options.book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    print(f"| language | places | {' | '.join(_OUTCOMES)} |")
    print("|---|--:|" + "--:|" * len(_OUTCOMES))
    for language in [options.language] if options.language else _LANGUAGES:
        places = sorted(Place(*row) for row in db.execute(_LINKS, (language,)))
        if places:
            print(_row(language, places))
            _print_sample(places, options.repository, options.sample, options.seed)
    return 0


def _row(language: str, places: list[Place]) -> str:
    counts = Counter(place.outcome for place in places)
    numbers = " | ".join(f"{counts[outcome]:,}" for outcome in _OUTCOMES)
    return f"| {language} | {len(places):,} | {numbers} |"


def _print_sample(places: list[Place], repository: Path, n: int, seed: int) -> None:
    linked = [place for place in places if place.targets]
    drawn = random.Random(seed).sample(linked, min(n, len(linked)))
    for number, place in enumerate(drawn, 1):
        print(f"\n{number}. {place.path}:{place.line} {place.role} {place.name}")
        print(f"   {_line(repository / place.path, place.line)}")
        print(f"   -> {place.targets} ({place.confidence}{place.rule and ': '}{place.rule})")


def _line(path: Path, number: int) -> str:
    lines = path.read_bytes().decode("utf-8", "replace").split("\n")
    return lines[number - 1].strip()[:160] if number <= len(lines) else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
