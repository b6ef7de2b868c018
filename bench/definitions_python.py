"""Python definitions against Python's own ``ast``: kind, qualified name, first and last line.

    python bench/definitions_python.py PATH [PATH ...]

Every ``.py`` file that ``ast`` parses is compared; a definition counts as equal only if all of it
is. Documentation strings are compared beside it. The figures are kept in ``definitions_python.md``.
"""

import argparse
import ast
import os
import platform
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from inspect import cleandoc
from typing import Final, NamedTuple

from repobook.languages import parse

_KINDS: Final = frozenset(["function", "method", "class"])
_N_EXAMPLES: Final = 10

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Found(NamedTuple):
    """What both sides say of one definition."""

    kind: str
    qualname: str
    line: int
    end_line: int


class Comparison(NamedTuple):
    """One file: how much ``ast`` finds, and what only one side has."""

    path: str
    n_definitions: int
    missing: tuple[Found, ...]
    extra: tuple[Found, ...]
    n_docs: int = 0
    other_docs: tuple[Found, ...] = ()
    """Definitions on both sides whose documentation differs."""
    unread: str = ""
    """Why ``ast`` does not parse the file."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    print(
        f"CPython {platform.python_version()}, tree-sitter {version('tree-sitter')}, "
        f"tree-sitter-python {version('tree-sitter-python')}"
    )
    with ProcessPoolExecutor(options.jobs) as pool:
        # Every path is measured and told, also after one that differs.
        equal = [
            _report(path, list(pool.map(compare_file, _python_files(path), chunksize=16)))
            for path in options.paths
        ]
    return 0 if all(equal) else 1


def compare_file(path: str) -> Comparison:
    with open(path, "rb") as file:
        content = file.read()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return Comparison(path, 0, (), (), unread=type(error).__name__)
    return compare(path, tree, content)


def compare(path: str, tree: ast.Module, content: bytes) -> Comparison:
    truth = list(_definitions_of(tree.body, "", "function"))
    facts = parse("Python", content)
    ours = [
        (Found(d.kind, d.qualname, d.line, d.end_line), d.doc)
        for d in facts.definitions
        if d.kind in _KINDS
    ]
    expected, found = Counter(key for key, _ in truth), Counter(key for key, _ in ours)
    our_docs = Counter(ours)
    other_docs = [key for key, doc in truth if key in found and not our_docs[key, doc]]
    module_doc = _doc(tree)
    if module_doc and module_doc != facts.doc:
        other_docs.append(Found("module", os.path.basename(path), 1, facts.n_lines))
    return Comparison(
        path,
        len(truth),
        tuple(sorted((expected - found).elements())),
        tuple(sorted((found - expected).elements())),
        sum(1 for _, doc in truth if doc) + bool(module_doc),
        tuple(other_docs),
    )


def _definitions_of(body: Iterable[ast.AST], prefix: str, kind: str) -> Iterator[tuple[Found, str]]:
    """Definitions in the order of the text; ``kind`` is what a function directly in here is."""
    for node in body:
        if isinstance(node, FunctionNode):
            yield _found(node, kind, prefix), _doc(node)
            yield from _definitions_of(node.body, f"{prefix}{node.name}.", "function")
        elif isinstance(node, ast.ClassDef):
            yield _found(node, "class", prefix), _doc(node)
            yield from _definitions_of(node.body, f"{prefix}{node.name}.", "method")
        elif not isinstance(node, ast.expr):
            yield from _definitions_of(ast.iter_child_nodes(node), prefix, kind)


def _found(node: FunctionNode | ast.ClassDef, kind: str, prefix: str) -> Found:
    return Found(kind, f"{prefix}{node.name}", node.lineno, node.end_lineno or node.lineno)


def _doc(node: FunctionNode | ast.ClassDef | ast.Module) -> str:
    doc = ast.get_docstring(node, clean=False) or ""
    return cleandoc(doc.encode("utf-8", "replace").decode("utf-8"))


def _python_files(path: str) -> Iterator[str]:
    if os.path.isfile(path):
        yield path
    for folder, folders, names in os.walk(path):
        # Beside the standard library stand packages that are none of it.
        folders[:] = sorted(name for name in folders if name != "site-packages")
        for name in sorted(names):
            full = os.path.join(folder, name)
            if name.endswith(".py") and os.path.isfile(full) and not os.path.islink(full):
                yield full


def _report(path: str, comparisons: list[Comparison]) -> bool:
    unread = [c for c in comparisons if c.unread]
    n_definitions = sum(c.n_definitions for c in comparisons)
    n_missing = sum(len(c.missing) for c in comparisons)
    n_extra = sum(len(c.extra) for c in comparisons)
    n_docs = sum(c.n_docs for c in comparisons)
    n_other_docs = sum(len(c.other_docs) for c in comparisons)
    print(
        f"\n{os.path.basename(os.path.normpath(path))}: {len(comparisons) - len(unread)} files "
        f"compared, {len(unread)} that ast does not parse\n"
        f"  definitions {n_definitions}, equal {n_definitions - n_missing} "
        f"({_percent(n_definitions - n_missing, n_definitions)}), only in ast {n_missing}, "
        f"only in our facts {n_extra}\n"
        f"  docstrings {n_docs}, different {n_other_docs}"
    )
    _print_examples(path, comparisons)
    return not n_missing and not n_extra


def _percent(part: int, whole: int) -> str:
    """Rounded down, so that 100.0 % means all."""
    return f"{part * 1000 // whole / 10 if whole else 100.0} %"


def _print_examples(path: str, comparisons: list[Comparison]) -> None:
    lines = [
        f"  {what} {os.path.relpath(c.path, path)}:{found.line}-{found.end_line} "
        f"{found.kind} {found.qualname}"
        for c in comparisons
        for what, several in (("-", c.missing), ("+", c.extra), ("doc", c.other_docs))
        for found in several
    ]
    print("\n".join(lines[:_N_EXAMPLES]))
    if len(lines) > _N_EXAMPLES:
        print(f"  … {len(lines) - _N_EXAMPLES} more")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
