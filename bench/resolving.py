"""What resolving costs: every n-th file of a book, by size, in this process, as a worker does it.

    python bench/resolving.py BOOK [--every 10] [--language C++ ...]

The book is as ``REPOBOOK_KEY=… repobook build`` left it, with its cache; it is only read, with the
same REPOBOOK_KEY. Processor time, and the
memory that the process took at most. The figures are kept in ``resolving.md``.
"""

import argparse
import resource
import sys
import time
from pathlib import Path

import apsw
import msgspec

from repobook.analyse.vocabulary import WordCount, weights
from repobook.build.link.name_places import packed_names
from repobook.build.link.resolving import LinkerFactory, LinkTask, family_ranks
from repobook.build.read.units import ReadFile
from repobook.disk.writing import WritableFolder
from repobook.index.cache.facts_cache import FactsCache
from repobook.index.cache.provenance import book_key

_FILES = "SELECT path, id, language, role, facts FROM file ORDER BY path"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("--every", type=int, default=10, help="of so many files one")
    parser.add_argument("--language", action="append", default=[], help="all where none is given")
    asked = parser.parse_args(arguments)
    factory = _factory(asked.book)
    chosen = [
        f for f in factory.files if f.span and (f.language in asked.language or not asked.language)
    ]
    drawn = sorted(chosen, key=lambda file: (-file.n_bytes, file.path))[:: asked.every]
    ranks = family_ranks(chosen)
    drawn.sort(key=lambda file: ranks[file.language])
    work = factory.open()
    start = time.process_time()
    n_bytes = sum(len(work(LinkTask(file.path, ranks[file.language]))) for file in drawn)
    seconds = time.process_time() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"{len(drawn)} files: {seconds:.2f} s, {n_bytes / 1e6:.1f} MB of rows, {most:.0f} MB")
    return 0


def _factory(book: Path) -> LinkerFactory:
    # Its cache is believed only with the key that it was built with.
    cache = FactsCache(WritableFolder(book), book_key(book, ""))
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    rows = db.execute(_FILES)
    files = tuple(
        ReadFile(path, id, language, role, cache.span(key) if key else None)
        for path, id, language, role, key in rows
    )
    names = packed_names(files, db.execute("SELECT name, file, n FROM symbol ORDER BY name"))
    words = db.execute("SELECT word, n_files, n_paths FROM naming_word")
    counts = {word: WordCount(*count) for word, *count in words}
    telling = weights(counts, sum(file.span is not None for file in files))
    cache.close()
    return LinkerFactory(cache.place, files, names, msgspec.msgpack.encode(telling))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
