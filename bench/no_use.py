"""Whether "no use found" is ever said of a function whose name stands elsewhere.

    python bench/no_use.py BOOK ROOT [--n 50] [--seed 1] [--show]

ROOT is the tree that BOOK was made of. Functions and methods are drawn at random whose name stands
in the text a second time, outside its own definitions, as ``grep -w`` finds it; `refs` must have a
use of each, a dynamic site, a line where the name stands, or say what it overrides. The figures are
kept in ``references_other.md``.
"""

import argparse
import random
import re
from collections import Counter
from pathlib import Path
from typing import Final

from repobook.ask.references.references_answer import UsesAnswer, Wanted, asked_uses_of
from repobook.index.reader.book_reader import BookReader

_WORD: Final = re.compile(rb"[A-Za-z_$][\w$]*")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--n", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    reader = BookReader(options.book, 1e9)
    standing = words_in(reader, options.root)
    functions = reader.symbol_lines("kind IN ('function', 'method')", ())
    n_defined = Counter(symbol.name for symbol in reader.symbol_lines("1", ()))
    asked = [f for f in functions if standing[f.name.encode()] > n_defined[f.name]]
    drawn = random.Random(options.seed).sample(asked, min(options.n, len(asked)))
    counts: Counter[str] = Counter()
    for symbol in drawn:
        answer = asked_uses_of(reader, symbol.id, Wanted(max_sites=1, is_dynamic=True))
        assert isinstance(answer, UsesAnswer)
        kind = outcome(answer)
        counts[kind] += 1
        if options.show and kind not in ("use", "ambiguous use"):
            print(f"{kind:24} {symbol.id}")
    print(f"{options.book.name}: {len(drawn)} of {len(asked)}: {dict(counts.most_common())}")
    reader.close()


def outcome(answer: UsesAnswer) -> str:
    if answer.n_places:
        sure = any(confidence != "ambiguous" for confidence, _ in answer.by_confidence)
        return "use" if sure else "ambiguous use"
    if answer.dynamic:
        return "dynamic site"
    if answer.mentions.n_places:
        return "line where it stands"
    return "overrides" if answer.overridden else "NOTHING"


def words_in(reader: BookReader, root: Path) -> Counter[bytes]:
    """How often each word stands in the files of the book that are text."""
    words: Counter[bytes] = Counter()
    for (path,) in reader.rows("SELECT path FROM files WHERE status = 'documented'"):
        words.update(_WORD.findall((root / path).read_bytes()))
    return words


if __name__ == "__main__":
    main()
