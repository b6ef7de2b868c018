"""What the search index costs beside the grammars, and how large it is beside the texts.

    python bench/search_index.py FOLDER [--rounds 3]

Processor time in one process over every file that a grammar reads, the least of several rounds for
each file, so that a busy machine does not show; the index is filled once. The figures are kept in
``search_index.md``.
"""

import argparse
import gc
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from repobook.build.search_records import search_record
from repobook.index.search.search_record import decode_search
from repobook.index.search.search_writer import SearchWriter
from repobook.languages import facts_function, parse
from repobook.model.facts import FileFacts
from repobook.parse.tree import TreeLanguage
from repobook.scan.classify.languages import language_of
from repobook.text.decode import decode

_PARTS: Final = ("words and texts of files", "filling the index")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    # As in a worker of a build.
    gc.disable()
    seconds: defaultdict[str, float] = defaultdict(float)
    records: list[tuple[str, bytes]] = []
    n_bytes = 0
    for path, content, language, facts in _files(options.folder):
        text = decode(content)
        grammar = facts_function(language)
        assert isinstance(grammar, TreeLanguage)
        seconds["grammar"] += _least(partial(grammar.parse_only, text.data), options.rounds)
        seconds[_PARTS[0]] += _least(partial(search_record, text, facts), options.rounds)
        records.append((path, search_record(text, facts)))
        n_bytes += len(text.data)
    n_indexed, seconds[_PARTS[1]] = _filled(records)
    _report(len(records), n_bytes, n_indexed, seconds)
    return 0


def _files(folder: Path) -> Iterator[tuple[str, bytes, str, FileFacts]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            content, name = path.read_bytes(), path.relative_to(folder).as_posix()
            language = language_of(name, content)
            if isinstance(facts_function(language), TreeLanguage):
                yield name, content, language, parse(language, content)


def _least(work: Callable[[], object], n_rounds: int) -> float:
    return min(_seconds(work) for _ in range(n_rounds))


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _filled(records: list[tuple[str, bytes]]) -> tuple[int, float]:
    """Bytes of the index, and the time to fill it."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "search.db")
        started = time.process_time()
        writer = SearchWriter(target, is_copy=False)
        for file, (path, record) in enumerate(records, 1):
            writer.add(file, path, decode_search(record))
        writer.finish({})
        return target.stat().st_size, time.process_time() - started


def _report(n_files: int, n_bytes: int, n_indexed: int, seconds: Mapping[str, float]) -> None:
    print(f"{n_files:,} files, {n_bytes / 1e6:.1f} MB of text, index {n_indexed / 1e6:.1f} MB")
    print(f"index / text: {n_indexed / n_bytes:.2f}")
    for part in ("grammar", *_PARTS):
        ratio = seconds[part] / seconds["grammar"]
        print(f"{part}: {seconds[part]:.2f} s, {ratio:.2f} x grammar")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
