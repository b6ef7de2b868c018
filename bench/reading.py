"""What reading a file costs beyond its grammar, by language, over files drawn evenly.

    python bench/reading.py FOLDER [--files 150] [--rounds 5] [--language Python ...]

Processor time in one process, the least of several rounds for each file, so that a busy machine
does not show: the grammar alone, everything that ``parse`` does, and encoding the facts. The
figures are kept in ``reading.md``.
"""

import argparse
import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from repobook.index.record import encode_facts
from repobook.languages import facts_function, parse
from repobook.parse.tree import TreeLanguage
from repobook.scan.classify.languages import language_of
from repobook.text.decode import decode

_LANGUAGES: Final = ("Python", "C++", "CUDA", "C")
_ROW: Final = "| {} | {} | {:.2f} | {:.3f} s | {:.3f} s | {:.2f} | {:.3f} s |"


class Cost(NamedTuple):
    """Seconds of one file."""

    grammar: float
    parse: float
    encode: float


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=150, help="how many of each language")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--language", action="append", help="by default Python and the C family")
    options = parser.parse_args(arguments)
    languages = options.language or _LANGUAGES
    contents_by_language = _contents(options.folder, languages)
    # As in a worker of a build.
    gc.disable()
    print("| language | files | MB | grammar alone | all of parsing | ratio | encoding |")
    print("|---|---|---|---|---|---|---|")
    for language in languages:
        drawn = _evenly(contents_by_language[language], options.files)
        _report(language, drawn, options.rounds)
    return 0


def _contents(folder: Path, languages: tuple[str, ...]) -> dict[str, list[bytes]]:
    """In the order of their paths."""
    found: defaultdict[str, list[bytes]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and path.stat().st_size:
            content = path.read_bytes()
            language = language_of(str(path.relative_to(folder)), content)
            if language in languages:
                found[language].append(content)
    return found


def _evenly(contents: list[bytes], n: int) -> list[bytes]:
    step = max(1.0, len(contents) / n)
    return [contents[int((i + 0.5) * step)] for i in range(min(n, len(contents)))]


def _report(language: str, contents: list[bytes], n_rounds: int) -> None:
    if not contents:
        return
    parse(language, contents[0])
    costs = [_least(language, content, n_rounds) for content in contents]
    grammar, parsing, encoding = map(sum, zip(*costs, strict=True))
    n_megabytes = sum(map(len, contents)) / 1e6
    ratio = parsing / grammar if grammar else 0.0
    print(_ROW.format(language, len(costs), n_megabytes, grammar, parsing, ratio, encoding))


def _least(language: str, content: bytes, n_rounds: int) -> Cost:
    data = decode(content).data
    facts_of = facts_function(language)
    facts = parse(language, content)
    rounds = [
        Cost(
            _seconds(lambda: facts_of.parse_only(data))
            if isinstance(facts_of, TreeLanguage)
            else 0,
            _seconds(lambda: parse(language, content)),
            _seconds(lambda: encode_facts(facts)),
        )
        for _ in range(n_rounds)
    ]
    return Cost(*map(min, zip(*rounds, strict=True)))


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
