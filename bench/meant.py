"""Whether a bare name leads to the one that is meant: the names that a repository uses most.

    python bench/meant.py BOOK [ANSWERS] [--all]

``ANSWERS`` is what a compiler says about every use: made by ``pyright_answers.py``,
``clang_answers.py`` or ``typescript_answers.js`` for the same tree. The hundred names are those of
the definitions with the most uses in other files; fields are left out, since nobody knows which
``name`` is meant, and so are names that an import gives (``np``). The one meant by a name is the
definition that the most other files use, by the compiler alone. ``show``, ``refs``, ``deps`` and
``tests`` are asked by the bare name; each must answer for that definition, ``deps`` for its file.
Without ``ANSWERS`` our own links are counted in place of a compiler's: a check of the order alone.
What is not right is printed, to be read. The figures are kept in ``names.md``.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

import apsw

from repobook.api import open_book
from repobook.ask.book import Book
from repobook.ask.dependencies_answer import DepsAnswer
from repobook.model.answers import FileAnswer, SymbolLine
from repobook.model.kinds import CLASSES

_N_NAMES: Final = 100

Place = tuple[str, int]
"""A path and a line."""


class Use(NamedTuple):
    path: str
    name: str
    targets: tuple[Place, ...]
    n: int = 1


class Meant(NamedTuple):
    name: str
    places: frozenset[Place]
    """Where it is defined and declared."""
    n_uses: int
    n_files: int
    n_rivals: int
    """Other definitions of the name that other files use, too."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("answers", type=Path, metavar="ANSWERS", nargs="?")
    parser.add_argument("-n", type=int, default=_N_NAMES, metavar="NAMES")
    parser.add_argument("--all", action="store_true", help="list right answers, too")
    options = parser.parse_args(arguments)
    n_right: Counter[str] = Counter()
    with open_book(options.book) as book:
        uses = uses_of(options.answers) if options.answers else indexed_uses(options.book)
        meant = [*islice(most_used(book, uses), options.n)]
        for one in meant:
            book.begin()
            answers = asked(book, one)
            n_right.update(command for command, answer in answers.items() if answer.is_right)
            if options.all or not all(answer.is_right for answer in answers.values()):
                print(described(one, answers))
    n_rivalled = sum(one.n_rivals > 0 for one in meant)
    print(
        f"{len(meant)} names, {n_rivalled} of them of several definitions that are used elsewhere"
    )
    print("; ".join(f"{command}: {n_right[command]} first" for command in COMMANDS))
    return 0


def uses_of(answers: Path) -> Iterator[Use]:
    """A key of clang is one value, those of others a line a use."""
    text = answers.read_text(encoding="utf-8")
    rows = json.loads(text)["uses"] if text.startswith('{"under"') else _lines(text)
    for path, _, _, name, *_, targets in rows:
        yield Use(path, name, tuple((target, line) for target, line in targets))


def indexed_uses(book: Path) -> Iterator[Use]:
    """What our own links say, where no compiler can be asked: those that are no guess."""
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    for source, name, path, line, n in db.execute(_USES):
        yield Use(source, name, ((path, line),), n)


_USES: Final = """
    SELECT u.path, s.name, f.path, s.line, sum(r.n) FROM referrer r
    JOIN symbol s ON s.key = r.target JOIN file f ON f.id = s.file JOIN file u ON u.id = r.file
    WHERE r.confidence != 'ambiguous' AND r.file != s.file GROUP BY r.file, s.key
"""


def _lines(text: str) -> Iterator[list[Any]]:
    rows = (json.loads(line) for line in text.splitlines())
    return (row for row in rows if isinstance(row, list))


def most_used(book: Book, uses: Iterable[Use]) -> Iterator[Meant]:
    """Each name once, those of the most used definitions first."""
    files: defaultdict[tuple[str, Place], set[str]] = defaultdict(set)
    n_uses: Counter[tuple[str, Place]] = Counter()
    for use in uses:
        for place in use.targets:
            if place[0] not in ("", use.path):
                files[use.name, place].add(use.path)
                n_uses[use.name, place] += use.n
    places_by_name: defaultdict[str, list[Place]] = defaultdict(list)
    for (name, place), _ in n_uses.most_common():
        places_by_name[name].append(place)
    for name, places in places_by_name.items():
        weights = {place: (len(files[name, place]), n_uses[name, place]) for place in places}
        best = max(weights.values())
        same = frozenset(place for place in places if weights[place] == best)
        if any(_is_asked_for(book, name, place) for place in same):
            yield Meant(name, same, best[1], best[0], len(places) - len(same))


def _is_asked_for(book: Book, name: str, place: Place) -> bool:
    """A module of the name, or what has the name where it is defined, and is no field."""
    path, line = place
    parts = PurePosixPath(path)
    if line == 1 and name in (parts.stem, parts.parent.name):
        return True
    lines = book.lines(path, line, line)
    text = "".join(lines.lines) if lines else ""
    symbols = [s for s in book.symbols(path, name=name).symbols if _stands_at(s, place)]
    if symbols:
        return any(symbol.kind != "field" for symbol in symbols)
    word = rf"(?<![\w$]){re.escape(name)}(?![\w$])"
    return bool(re.search(word, text)) and not re.match(rf"\s*(readonly )?{word}\??:", text)


class Answer(NamedTuple):
    is_right: bool
    text: str


def asked(book: Book, meant: Meant) -> dict[str, Answer]:
    answers: dict[str, Any] = {
        "show": book.show(meant.name),
        "refs": book.references(meant.name, limit=1),
        "deps": book.dependencies(meant.name),
        "tests": book.tests(meant.name, 1),
    }
    judged = {command: _judged(book, meant, answer) for command, answer in answers.items()}
    definition = judged["show"].text.partition("::")[0]
    if judged["show"].is_right and judged["deps"].text == definition:
        judged["deps"] = Answer(True, definition)
    return judged


COMMANDS: Final = ("show", "refs", "deps", "tests")


def _judged(book: Book, meant: Meant, answer: Any) -> Answer:
    symbol = getattr(answer, "symbol", None)
    if isinstance(symbol, str):  # of tests
        shown = book.show(symbol) if symbol else None
        symbol = getattr(shown, "symbol", None)
    if isinstance(symbol, SymbolLine):
        is_right = any(_stands_at(symbol, place) for place in meant.places)
        is_right = is_right or _is_same(book, symbol, meant) or _is_tag(book, symbol, meant)
        return Answer(is_right, symbol.id)
    path = answer.file.path if isinstance(answer, FileAnswer) else getattr(answer, "path", "")
    is_right = any(_means_file(answer, path, place) for place in meant.places)
    return Answer(is_right, path or type(answer).__name__)


def _means_file(answer: Any, path: str, place: Place) -> bool:
    """``deps`` answers for files; of others a file is right for a module."""
    return path == place[0] and (isinstance(answer, DepsAnswer) or place[1] == 1)


def _stands_at(symbol: SymbolLine, place: Place) -> bool:
    path, line = place
    return symbol.path == path and symbol.line <= line <= symbol.end_line


def _is_same(book: Book, symbol: SymbolLine, meant: Meant) -> bool:
    """A definition is what its declaration is."""
    uses = book.references(symbol.id, limit=1)
    same = getattr(uses, "same", ())
    return any(_stands_at(one, place) for one in same for place in meant.places)


def _is_tag(book: Book, symbol: SymbolLine, meant: Meant) -> bool:
    """``struct client;`` is the first line that a compiler sees of what another file defines."""
    declared = re.compile(rf"\s*(struct|union|class)\s+{re.escape(symbol.name)}\s*;")
    lines = [book.lines(path, line, line) for path, line in meant.places]
    return symbol.kind in CLASSES and any(
        found is not None and declared.match("".join(found.lines)) for found in lines
    )


def described(meant: Meant, answers: dict[str, Answer]) -> str:
    where = ", ".join(f"{path}:{line}" for path, line in sorted(meant.places))
    wrong = "; ".join(f"{c} {a.text}" for c, a in answers.items() if not a.is_right)
    return (
        f"{meant.name} ({meant.n_uses} uses in {meant.n_files} files) {where}: {wrong or 'right'}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
