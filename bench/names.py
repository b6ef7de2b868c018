"""Whether names are found: whole, by two of their words, and with a slip of the finger.

    python bench/names.py BOOK [--seed N] [-n SYMBOLS]

Symbols are drawn at random from all that the book has, tests and keys of data files among them, so
that a name counts as often as it is defined. Each is asked for by its exact name, by two of its
words (drawn at random too, in their order), by the two of them that the fewest names have, and with
one random slip: a letter dropped, doubled, replaced, or changed places with the next. An answer is
the group of all that share the name, and its other spellings where no name is asked for in full.
The figures are kept in ``names.md``.
"""

import argparse
import random
import string
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import apsw

from repobook.index.search.search_names import NameReader
from repobook.search.find.find_names import NameFinder
from repobook.text.naming.identifier_words import natural_words

_N_ANSWERS: Final = 10
_MIN_SLIP: Final = 4

Maker = Callable[[str, random.Random], str | None]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=2_000, metavar="SYMBOLS")
    options = parser.parse_args(arguments)
    db = apsw.Connection(str(options.book / "search.db"), flags=apsw.SQLITE_OPEN_READONLY)
    db.execute("ATTACH ? AS book", (str(options.book / "book.db"),))
    names = drawn(db, options.n, random.Random(options.seed))
    reader = NameReader(db)
    finder = NameFinder(reader)
    n_names = Counter(
        word for name in reader.vocabulary().split("\n") for word in natural_words(name)
    )
    for label, make, top in (
        ("exact name", lambda name, _: name, 3),
        ("two words", two_words, 10),
        ("two telling words", partial(two_telling_words, n_names), 10),
        ("one slip", one_slip, 10),
    ):
        print(measured(label, finder, names, make, top, options.seed))
    return 0


def drawn(db: apsw.Connection, n: int, chance: random.Random) -> list[str]:
    names = [name for (name,) in db.execute("SELECT name FROM symbol ORDER BY file, n")]
    return chance.sample(names, min(n, len(names)))


def two_words(name: str, chance: random.Random) -> str | None:
    """None for a name of one word."""
    words = natural_words(name)
    if len(words) < 2:
        return None
    return " ".join(words[at] for at in sorted(chance.sample(range(len(words)), 2)))


def two_telling_words(n_names: Mapping[str, int], name: str, _: random.Random) -> str | None:
    """The two that the fewest names have, in their order; None for a name of one word."""
    words = natural_words(name)
    telling = sorted(words, key=lambda word: (n_names[word], word))[:2]
    return " ".join(word for word in words if word in telling) if len(words) > 1 else None


def one_slip(name: str, chance: random.Random) -> str | None:
    """None for names so short that a slip makes another name of them."""
    if len(name) < _MIN_SLIP:
        return None
    at = chance.randrange(len(name) - 1)
    before, letter, after = name[:at], name[at], name[at + 1 :]
    other = chance.choice(string.ascii_lowercase)
    slips = (after, letter * 2 + after, other + after, after[0] + letter + after[1:])
    return before + chance.choice(slips)


def measured(
    label: str, finder: NameFinder, names: list[str], make: Maker, top: int, seed: int
) -> str:
    chance = random.Random(seed)
    queries = [(name, make(name, chance)) for name in names]
    asked = [(name, query) for name, query in queries if query is not None]
    n_found, seconds = 0, []
    for name, query in asked:
        start = time.process_time()
        groups = finder.find(query, _N_ANSWERS)
        seconds.append(time.process_time() - start)
        n_found += any(name in (group.name, *group.spellings) for group in groups[:top])
    seconds.sort()
    p50, p99 = (1_000 * seconds[int(len(seconds) * share)] for share in (0.5, 0.99))
    share = 100 * n_found / max(1, len(asked))
    found = f"{share:.1f} % of {len(asked)} in the first {top}"
    return f"{label}: {found}; processor p50 {p50:.1f} ms, p99 {p99:.1f} ms"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
