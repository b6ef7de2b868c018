"""What packs cost: processor time of each against that of the bare grammar, on the same texts.

``python bench/packs.py FOLDER [SHARE]`` reads that share of the files, chosen by the hashes of
their paths. The best of several turns counts, file by file: noise only ever adds.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from repobook.languages import facts_function, parse_text
from repobook.model.facts import FileFacts
from repobook.packs.apply import with_packs
from repobook.packs.installed import installed
from repobook.parse.source import SourceText
from repobook.scan.classify.classify import classify
from repobook.scan.ignore.attributes import read_attributes
from repobook.scan.sources.source import SourceSpec, open_source
from repobook.text.decode import decode

_TURNS: Final = 3
_TICK: Final = 0.0002


class Parsed(NamedTuple):
    """A file as packs are given it."""

    path: str
    language: str
    source: SourceText
    facts: FileFacts


def main(arguments: list[str]) -> int:
    share = float(arguments[1]) if arguments[1:] else 1.0
    seconds: defaultdict[str, float] = defaultdict(float)
    n_files = 0
    for file in parsed_files(Path(arguments[0]), share):
        n_files += 1
        function = facts_function(file.language)
        if hasattr(function, "parse_only"):
            seconds["grammar"] += best(partial(function.parse_only, file.source.data))
        for name, read in _readers():
            seconds[name] += best(partial(_read, read, file))
    grammar = seconds.pop("grammar")
    print(f"{n_files} files, grammar {grammar:.3f} s")
    for name, spent in sorted(seconds.items()):
        print(f"{name:16} {spent:.3f} s  {spent / grammar:.3f}")
    return 0


def _readers() -> Iterator[tuple[str, Callable[..., object]]]:
    yield "all packs", with_packs
    yield from ((pack.name, pack.read) for pack in installed().packs if pack.read)


def _read(read: Callable[..., object], file: Parsed) -> object:
    return read(file.language, _as_it_was(file.source), file.facts)


def parsed_files(root: Path, share: float) -> Iterator[Parsed]:
    source = open_source(SourceSpec("folder", str(root), "", (), ()))
    listing = source.list()
    attributes = read_attributes(source, listing)
    for entry in listing.entries:
        if entry.kind == "file" and _number(entry.path) < share:
            content = source.read(entry, 1 << 30)
            what = classify(entry, content, attributes)
            if not what.reason:
                yield Parsed(entry.path, what.language, *_parsed(what.language, content))


def _parsed(language: str, content: bytes) -> tuple[SourceText, FileFacts]:
    """What the packs would be given, with all that was asked of the text by then."""
    given: list[tuple[SourceText, FileFacts]] = []

    def keep(_: str, source: SourceText, facts: FileFacts) -> FileFacts:
        given.append((source, facts))
        return facts

    with patch("repobook.languages.with_packs", keep):
        parse_text(language, decode(content))
    return given[0]


def _as_it_was(source: SourceText) -> SourceText:
    """So that no call gains by what an earlier one asked for."""
    copy = SourceText(source.data)
    copy.__dict__.update(source.__dict__)
    return copy


def best(run: Callable[[], object]) -> float:
    return min(_timed(run) for _ in range(_TURNS))


def _timed(run: Callable[[], object]) -> float:
    """Of many calls where one is over before the clock has ticked."""
    n_calls, seconds = 1, 0.0
    while seconds < _TICK:
        started = time.process_time()
        for _ in range(n_calls):
            run()
        seconds = time.process_time() - started
        n_calls *= 10
    return seconds * 10 / n_calls


def _number(path: str) -> float:
    return int.from_bytes(blake2b(path.encode(), digest_size=4).digest(), "big") / (1 << 32)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
