"""The key for Python references: where pyright's go-to-definition leads, asked at random places.

    python bench/pyright_answers.py ROOT ANSWERS [--under FOLDER] [--n N] [--seed SEED]

Places are drawn from what Python's own ``ast`` knows as uses: names that are read and are no
variable of a function, and attributes that are read. Where the server does not know a name it leads
to the function or operator around it; such an answer counts as none. Needs ``basedpyright``, which
is none of our dependencies. ``ANSWERS`` is a file of JSON lines for ``references_python.py``.
"""

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote, urlsplit

_SETTINGS: Final = {
    "autoSearchPaths": True,
    "useLibraryCodeForTypes": True,
    "diagnosticMode": "openFilesOnly",
    "typeCheckingMode": "off",
    "autoImportCompletions": False,
}
_SCOPES: Final = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
_NO_VARIABLES: Final[frozenset[str]] = frozenset()


class Place(NamedTuple):
    """A use of a name; the line is counted from 1, the column from 0 in bytes."""

    path: str
    line: int
    column: int
    name: str
    is_attribute: bool


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root")
    parser.add_argument("answers")
    parser.add_argument("--under", default="", help="draw only from this folder of ROOT")
    parser.add_argument("--n", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--python", default=sys.executable, help="whose packages pyright sees")
    options = parser.parse_args(arguments)
    root = os.path.abspath(options.root)
    trees = dict(_trees(root))
    under = os.path.join(options.under, "")
    places = [
        place
        for path, tree in trees.items()
        if path.startswith(options.under and under)
        for place in places_in(path, tree)
    ]
    drawn = random.Random(options.seed).sample(places, min(options.n, len(places)))
    with (
        open(options.answers, "w", encoding="utf-8") as out,
        Pyright(root, options.python, _aliases(trees.values())) as server,
    ):
        head = {"root": root, "under": options.under, "n_places": len(places), "n": len(drawn)}
        print(json.dumps(head | {"seed": options.seed, "server": server.version}), file=out)
        for path, group in groupby(sorted(drawn), key=lambda place: place.path):
            for place, targets in server.definitions(path, list(group)):
                print(json.dumps([*place, targets]), file=out, flush=True)
    return 0


def _trees(root: str) -> Iterator[tuple[str, ast.Module]]:
    """Every file that ``ast`` reads."""
    for path in _python_files(root):
        with open(os.path.join(root, path), "rb") as file:
            content = file.read()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield path, ast.parse(content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue


def _python_files(root: str) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            full = os.path.join(folder, name)
            if name.endswith(".py") and os.path.isfile(full) and not os.path.islink(full):
                yield os.path.relpath(full, root)


def _aliases(trees: Iterable[ast.Module]) -> frozenset[tuple[str, str]]:
    """Pairs of a name and the one under which it is imported somewhere."""
    return frozenset(
        (node.name.rpartition(".")[2], node.asname)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.alias) and node.asname
    )


def places_in(path: str, tree: ast.Module) -> Iterator[Place]:
    for node in _uses(tree, _NO_VARIABLES):
        if isinstance(node, ast.Name):
            yield Place(path, node.lineno, node.col_offset, node.id, False)
        else:
            end_line, end = node.end_lineno or node.lineno, node.end_col_offset or 0
            yield Place(path, end_line, end - len(node.attr.encode()), node.attr, True)


def _uses(node: ast.AST, variables: frozenset[str]) -> Iterator[ast.Name | ast.Attribute]:
    """Names and attributes that are read; ``variables`` are those of the functions around."""
    if isinstance(node, ast.Attribute | ast.Name) and _is_use(node, variables):
        yield node
    if isinstance(node, _SCOPES):
        variables |= _variables_of(node)
    for child in ast.iter_child_nodes(node):
        yield from _uses(child, variables)


def _is_use(node: ast.Attribute | ast.Name, variables: frozenset[str]) -> bool:
    is_variable = isinstance(node, ast.Name) and node.id in variables
    return isinstance(node.ctx, ast.Load) and not is_variable


def _variables_of(scope: ast.AST) -> frozenset[str]:
    """Parameters and what is assigned; what is imported or defined in a function is a use."""
    found: set[str] = set()
    declared: set[str] = set()
    for node in _own_nodes(scope):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            declared.update(node.names)
    return frozenset(found - declared)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function itself, not in another one or a class inside."""
    pending = list(ast.iter_child_nodes(scope))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*_SCOPES, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)


class Pyright:
    """A language server that is asked for definitions, file after file."""

    def __init__(self, root: str, python: str, aliases: frozenset[tuple[str, str]]) -> None:
        self._root = root
        self._aliases = aliases
        self._python = python
        self._n_requests = 0
        self.version = ""

    def __enter__(self) -> "Pyright":
        command = [os.path.join(os.path.dirname(sys.executable), "basedpyright-langserver")]
        self._process = subprocess.Popen(
            [*command, "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        folder = {"uri": _uri(self._root), "name": "root"}
        options = {
            "processId": os.getpid(),
            "rootUri": folder["uri"],
            "workspaceFolders": [folder],
            "capabilities": {"workspace": {"configuration": True, "workspaceFolders": True}},
        }
        answer = self._wait(self._ask("initialize", options))
        self.version = answer.get("serverInfo", {}).get("version", "")
        self._tell("initialized", {})
        return self

    def __exit__(self, *error: object) -> None:
        self._wait(self._ask("shutdown", None))
        self._tell("exit", None)
        self._process.wait()

    def definitions(
        self, path: str, places: list[Place]
    ) -> Iterator[tuple[Place, list[tuple[str, int]]]]:
        """Each place with path and line of where it leads; the path is empty outside the root."""
        with open(os.path.join(self._root, path), "rb") as file:
            text = file.read().decode("utf-8", "replace")
        document = {"uri": _uri(os.path.join(self._root, path))}
        opened = document | {"languageId": "python", "version": 1, "text": text}
        self._tell("textDocument/didOpen", {"textDocument": opened})
        lines = text.split("\n")
        for place in places:
            asked = {"textDocument": document, "position": _position(lines, place)}
            answer = self._wait(self._ask("textDocument/definition", asked))
            yield place, sorted(set(self._targets(answer, place.name)))
        self._tell("textDocument/didClose", {"textDocument": document})

    def _targets(self, answer: Any, name: str) -> Iterable[tuple[str, int]]:
        for location in answer if isinstance(answer, list) else [answer] if answer else []:
            path = unquote(urlsplit(location["uri"]).path)
            start, end = location["range"]["start"], location["range"]["end"]
            found = _lines(path)[start["line"]][start["character"] : end["character"]]
            is_module = start["line"] == start["character"] == 0
            if is_module or found == name or (found, name) in self._aliases:
                inside = path.startswith(self._root + "/")
                yield os.path.relpath(path, self._root) if inside else "", start["line"] + 1

    def _ask(self, method: str, params: Any) -> int:
        self._n_requests += 1
        self._send({"id": self._n_requests, "method": method, "params": params})
        return self._n_requests

    def _tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _wait(self, id: int) -> Any:
        """The answer to a request; what the server asks in between is answered."""
        while True:
            message = self._receive()
            if message.get("id") == id and "method" not in message:
                return message.get("result")
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": self._reply(message)})

    def _reply(self, message: Any) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        return [
            self._settings(item.get("section", "")) for item in message["params"].get("items", ())
        ]

    def _settings(self, section: str) -> Any:
        if section.endswith("analysis"):
            return _SETTINGS
        if section == "python":
            return {"pythonPath": self._python, "analysis": _SETTINGS}
        return {"analysis": _SETTINGS}

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _receive(self) -> Any:
        stream = self._process.stdout
        assert stream is not None
        n_bytes = 0
        while (line := stream.readline().strip()) or not n_bytes:
            if line.lower().startswith(b"content-length:"):
                n_bytes = int(line.partition(b":")[2])
            elif not line and stream.peek(1) == b"":  # type: ignore[attr-defined]
                raise EOFError("the language server ended")
        return json.loads(stream.read(n_bytes))


@lru_cache(maxsize=256)
def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return file.read().split("\n")


def _uri(path: str) -> str:
    return "file://" + quote(path)


def _position(lines: list[str], place: Place) -> dict[str, int]:
    """The protocol counts lines from 0 and columns in units of UTF-16."""
    before = lines[place.line - 1].encode()[: place.column].decode("utf-8", "replace")
    return {"line": place.line - 1, "character": len(before.encode("utf-16-le")) // 2}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
