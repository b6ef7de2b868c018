"""Registrations as PyTorch's own dispatcher prints them, held against ``trace``.

    python bench/dispatcher.py --dump > dump.jsonl     (where torch is installed)
    python bench/dispatcher.py BOOK TREE dump.jsonl [--n 300] [--missing]

The dispatcher prints for each key the file and the line of the library that registers it. Where it
is a file of the tree, ``trace`` has to show a registration for that key in that file, and the
library around it has to begin in the printed line if one does: versions differ by lines. Of a
generated file the key has to be one that the operator is declared for. What is generated for all
operators alike (autograd, tracing, functionalization, choice of a backend) is left out.
"""

import argparse
import json
import random
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

LINE = re.compile(r"([\w]+)(\[alias\])?( \(inactive\))?: registered at (\S+):(\d+) ::")
FOR_ALL = re.compile(
    r"/(?:VariableType|TraceType|ADInplaceOrViewType|RegisterFunctionalization|RegisterBackendSelect)"
)
GENERATED = re.compile(r"/Register\w+?_?\d*\.cpp$")
HEAD = re.compile(r"\s*(?:TORCH_LIBRARY(?:_IMPL|_FRAGMENT)?|DYNAMIC_SPEC\w*)\s*\(")
ROOTS = ("/site-packages/", "/pytorch/pytorch/", "/pytorch/")
DECLARING = ("dispatch", "structured", "ufunc", "generated")
SAME_KEY = {"AutocastCUDA": "Autocast", "CompositeImplicitAutograd": "CatchAll"}
# Registers every shape function and decomposition in one loop.
META = "torch/_meta_registrations.py"
AGREEING = ("declared", "file, key and line agree", "told as shape function or decomposition")
COMPOSITE = ("CompositeExplicit", "CompositeImplicit")


class Registered(NamedTuple):
    key: str
    path: str
    line: int


def dump() -> None:
    import torch  # type: ignore[import-not-found]

    for name in sorted(torch._C._dispatch_get_all_op_names()):
        found = LINE.finditer(torch._C._dispatch_dump(name))
        rows = [(m[1], m[4], int(m[5])) for m in found]
        sys.stdout.write(json.dumps({"name": name, "rows": rows}) + "\n")


def drawn(path: Path, known: set[str], n: int) -> list[tuple[str, list[Registered]]]:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    both = [line for line in lines if line["name"] in known]
    random.Random(1).shuffle(both)
    return [(line["name"], [Registered(*row) for row in line["rows"]]) for line in both[:n]]


def in_tree(path: str) -> str:
    root = next((root for root in ROOTS if root in path), "")
    return path.rpartition(root)[2] if root else path


def judged(answer: Any, one: Registered, tree: Path) -> str:
    path = in_tree(one.path)
    hops = [(stage.name, hop) for stage in answer.stages for hop in stage.hops]
    if GENERATED.search(one.path) and not (tree / path).is_file():
        declared = {
            key
            for stage, hop in hops
            if stage in DECLARING
            for key in re.split(r"[,\s]+", hop.detail)
        }
        is_known = one.key in declared or one.key.startswith(COMPOSITE) or one.key == "Meta"
        is_generated = any(stage in ("delegate", "generated", "ufunc") for stage, _ in hops)
        return "declared" if is_known or is_generated else "not declared"
    if not (tree / path).is_file():
        return "no such file in this version"
    if path == META:
        is_told = any(stage in ("meta", "decomposition") for stage, _ in hops)
        return "told as shape function or decomposition" if is_told else "file missed"
    there = [hop for _, hop in hops if hop.path == path]
    keys = {one.key, SAME_KEY.get(one.key, one.key)}
    keyed = [hop for hop in there if keys & {*hop.detail.split()} or path.endswith(".py")]
    if not there:
        return "file missed"
    text = (tree / path).read_text("utf-8", "replace").splitlines()
    if not keyed:
        return "file agrees, key not told"
    if any(hop.line == one.line for hop in keyed):  # of a macro that makes the library
        return "file, key and line agree"
    if path.endswith(".py") or one.line > len(text) or not HEAD.match(text[one.line - 1]):
        return "file and key agree, line moved"
    return (
        "file, key and line agree"
        if any(_head(text, h.line) == one.line for h in keyed)
        else ("file and key agree, line moved")
    )


def _head(text: list[str], line: int) -> int:
    """Where the library around a line begins."""
    return next((n for n in range(line, 0, -1) if HEAD.match(text[n - 1])), 0)


def compared(arguments: argparse.Namespace) -> Iterator[tuple[str, str, Registered]]:
    from repobook import open_book
    from repobook.ask.trace.trace_answer import TraceAnswer

    tree = Path(arguments.tree)
    with sqlite3.connect(f"file:{arguments.book}/book.db?mode=ro", uri=True) as index:
        rows = index.execute("SELECT qualname FROM symbols WHERE kind = 'operator'")
        known = {name for (name,) in rows}
    with open_book(arguments.book) as book:
        for name, registered in drawn(Path(arguments.dump_file), known, arguments.n):
            book.begin()
            answer = book.trace(name)
            for one in registered if isinstance(answer, TraceAnswer) else ():
                if not FOR_ALL.search(one.path):
                    yield judged(answer, one, tree), name, one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", nargs="?")
    parser.add_argument("tree", nargs="?")
    parser.add_argument("dump_file", nargs="?")
    parser.add_argument("--dump", action="store_true")
    parser.add_argument("--n", type=int, default=300)
    parser.add_argument("--missing", action="store_true")
    arguments = parser.parse_args()
    if arguments.dump:
        dump()
        return
    results = list(compared(arguments))
    for verdict, n in Counter(verdict for verdict, _, _ in results).most_common():
        print(f"| {verdict} | {n} | {100 * n / len(results):.1f} % |")
    for verdict, name, one in results if arguments.missing else ():
        if verdict not in AGREEING:
            print(verdict, name, one.key, in_tree(one.path), one.line)


if __name__ == "__main__":
    main()
