"""What answers to agents cost: milliseconds and tokens, for every tool, on a book.

    python -m bench.agents BOOK [--root REPOSITORY] [--n 100] [--max-tokens 1500]

Draws files, symbols and words of the book at random and calls every tool with them, twice: the
second time counts, as for an agent that has asked before. Milliseconds are those of the processor,
which other programs do not lengthen. Tokens are counted by real vocabularies, of the text and of
the structured part; an answer above its budget is a failure.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.fakes.tokenizer import real_tokens

from repobook.index.reader.whole_book import WholeBook
from repobook.mcp.books import BookPlace, OpenBook
from repobook.mcp.calls import Calls
from repobook.model.kinds import HOLDERS


class Cost(NamedTuple):
    seconds: float
    n_text: int
    n_data: int
    is_error: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("--root", default="")
    parser.add_argument("--n", type=int, default=100)
    parser.add_argument("--max-tokens", type=int, default=1_500)
    options = parser.parse_args()
    calls = Calls({"book": OpenBook(BookPlace("book", options.book, options.root))})
    print("| tool | calls | p50 ms | p95 ms | most ms | tokens of text | of rows | over budget |")
    print("|---|---|---|---|---|---|---|---|")
    every: list[Cost] = []
    for tool, questions in _questions(options.book, options.n).items():
        costs = [_cost(calls, tool, one, options.max_tokens) for one in questions]
        print(_row(tool, costs, options.max_tokens))
        every += costs
    print(_row("all", every, options.max_tokens))


def _questions(book: Path, n: int) -> dict[str, list[dict[str, Any]]]:
    chance = random.Random(20)
    whole = WholeBook(book)
    files = [file.path for file in whole.files() if file.status == "documented"]
    names = [symbol for symbol in whole.symbols() if symbol.kind in HOLDERS and symbol.doc]
    whole.close()
    paths, symbols = chance.sample(files, min(n, len(files))), chance.choices(names, k=n)
    words = [" ".join(symbol.doc.split()[:6]) for symbol in symbols]
    folders = [path.rpartition("/")[0] for path in paths]
    return {
        "search": [{"query": text} for text in words],
        "show": [{"target": symbol.id} for symbol in symbols],
        "references": [{"symbol": symbol.id} for symbol in symbols],
        "dependencies": [{"file": path} for path in paths],
        "tests": [{"target": path} for path in paths],
        "impact": [{"target": symbol.id} for symbol in symbols],
        "trace": [{"name": symbol.name} for symbol in symbols],
        "findings": [{"path": folder} for folder in folders],
        "overview": [{"folder": folder} for folder in folders],
        "keywords": [{"target": path} for path in paths],
    }


def _cost(calls: Calls, name: str, given: dict[str, Any], max_tokens: int) -> Cost:
    tool = calls.tools[name]
    asked = {**given, "max_tokens": max_tokens}
    calls.reply(tool, asked)
    started = time.process_time()
    reply = calls.reply(tool, asked)
    seconds = time.process_time() - started
    data = json.dumps(reply.data, ensure_ascii=False)
    return Cost(seconds, real_tokens(reply.text), real_tokens(data), reply.data is None)


def _row(name: str, costs: list[Cost], max_tokens: int) -> str:
    seconds = sorted(cost.seconds * 1_000 for cost in costs)
    assert not any(cost.is_error for cost in costs), name
    n_over = sum(max(cost.n_text, cost.n_data) > max_tokens for cost in costs)
    cells = [
        f"{statistics.median(seconds):.1f}",
        f"{seconds[int(len(seconds) * 0.95)]:.1f}",
        f"{seconds[-1]:.0f}",
        *(_spread(values) for values in _counts(costs)),
        str(n_over),
    ]
    return f"| {name} | {len(costs)} | {' | '.join(cells)} |"


def _counts(costs: list[Cost]) -> Iterator[list[int]]:
    yield [cost.n_text for cost in costs]
    yield [cost.n_data for cost in costs]


def _spread(values: list[int]) -> str:
    return f"{statistics.median(values):.0f}, most {max(values):,}"


if __name__ == "__main__":
    main()
