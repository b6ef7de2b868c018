"""Complexity of Python functions against ruff's C901.

    python bench/complexity_python.py PATH [PATH ...]

C901 counts statements only and adds what lies in functions within; ours counts decisions inside
expressions too, and each function for itself. So what ``ast`` finds of the one is added to ruff's
figure, functions within are added to ours, and the sums must be equal. Needs ``ruff`` on the path;
the figures are kept in ``complexity_python.md``.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from repobook.languages import parse

_FIGURE: Final = re.compile(r"\((\d+) > 0\)")
_N_EXAMPLES: Final = 10

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Figures = dict[int, int]
"""By the line of the function's name."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    options = parser.parse_args(arguments)
    for path in options.paths:
        _report(path, _ruff(path))
    return 0


def _ruff(path: str) -> dict[str, Figures]:
    command = ["ruff", "check", "--isolated", "--no-cache", "--select", "C901", "--ignore-noqa"]
    settings = ["--config", "lint.mccabe.max-complexity=0", "--output-format", "json"]
    answer = subprocess.run([*command, *settings, path], capture_output=True, check=False)
    figures: dict[str, Figures] = {}
    for told in json.loads(answer.stdout):
        if match := _FIGURE.search(told["message"]):
            lines = figures.setdefault(told["filename"], {})
            lines[told["location"]["row"]] = int(match.group(1))
    return figures


def _report(path: str, ruff: dict[str, Figures]) -> None:
    n_functions = n_equal = 0
    different = []
    for name, figures in sorted(ruff.items()):
        content = Path(name).read_bytes()
        ours, extras = _ours(content), _extras(content)
        for line, figure in sorted(figures.items()):
            if line not in extras:
                continue
            n_functions += 1
            n_equal += ours.get(line) == figure + extras[line]
            if ours.get(line) != figure + extras[line]:
                told = f"ours {ours.get(line)}, ruff {figure} + {extras[line]}"
                different.append(f"  {Path(name).relative_to(path)}:{line} {told}")
    share = 100 * n_equal / n_functions if n_functions else 100
    print(f"{Path(path).name}: {n_functions} functions, {n_equal} equal ({share:.2f} %)")
    print("\n".join(different[:_N_EXAMPLES]))


def _ours(content: bytes) -> Figures:
    """Each function with all that are written inside it."""
    definitions = parse("Python", content).definitions
    sums = [definition.complexity for definition in definitions]
    for n in range(len(definitions) - 1, -1, -1):
        if definitions[n].parent >= 0:
            sums[definitions[n].parent] += sums[n]
    return {d.line: n for d, n in zip(definitions, sums, strict=True) if d.complexity}


def _extras(content: bytes) -> Figures:
    """What ours counts beyond statements, less the ``else`` of a ``try``."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    functions = [node for node in ast.walk(tree) if isinstance(node, FunctionNode)]
    return {function.lineno: sum(map(_extra, _inside(function))) for function in functions}


def _inside(function: FunctionNode) -> Iterator[ast.AST]:
    """Decorators stand outside."""
    for field, value in ast.iter_fields(function):
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and field != "decorator_list":
                yield from ast.walk(node)


def _extra(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    if isinstance(node, ast.Try | ast.TryStar):
        return -bool(node.orelse)
    if isinstance(node, ast.match_case):
        return node.guard is not None
    return isinstance(node, ast.IfExp)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
