"""Chains that were written out by hand from PyTorch's source, held against ``trace``.

    python bench/chains.py BOOK [--missing]

``chains.jsonl`` has a line for each name that is asked, with its steps: a path and the name of what
the step leads to there or of what the place is about; ``*`` for a file that uses or tests it.
"""

import argparse
import json
from pathlib import Path

from repobook import open_book
from repobook.ask.trace.trace_answer import TraceAnswer

CHAINS = Path(__file__).with_name("chains.jsonl")


def reached(answer: TraceAnswer) -> set[tuple[str, str]]:
    """Each path with all names that some step has there."""
    found = {
        (symbol.path, name)
        for symbol in answer.subjects
        for name in (symbol.name, symbol.qualname, *symbol.signature.split())
    }
    for use in (*answer.tests, *answer.uses):
        found.add((use.path, "*"))
    for stage in answer.stages:
        for hop in stage.hops:
            last = hop.name.rpartition(".")[2] if "::" not in hop.name else hop.name
            family = hop.subject.partition(".")[0]
            words = {*hop.detail.replace(",", " ").split(), hop.subject, family, hop.name, "*"}
            found |= {(hop.path, word) for word in words}
            if hop.target:
                found |= {(hop.target_path, word) for word in (last, hop.name, "*")}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book")
    parser.add_argument("--missing", action="store_true", help="print the steps that are missing")
    arguments = parser.parse_args()
    print("| asked | steps by hand | found | steps of trace |")
    print("|---|---|---|---|")
    n_all = n_found = 0
    with open_book(arguments.book) as book:
        for text in CHAINS.read_text("utf-8").splitlines():
            chain = json.loads(text)
            book.begin()
            answer = book.trace(chain["ask"])
            found = reached(answer) if isinstance(answer, TraceAnswer) else set()
            missing = [hop for hop in chain["hops"] if tuple(hop) not in found]
            n, n_missing = len(chain["hops"]), len(missing)
            n_all, n_found = n_all + n, n_found + n - n_missing
            stages = answer.stages if isinstance(answer, TraceAnswer) else ()
            n_hops = sum(len(stage.hops) for stage in stages)
            print(f"| `{chain['ask']}` | {n} | {n - n_missing} | {n_hops} |")
            for path, name in missing if arguments.missing else ():
                print(f"    missing: {path} {name}")
    print(f"| all | {n_all} | {n_found} | |")


if __name__ == "__main__":
    main()
