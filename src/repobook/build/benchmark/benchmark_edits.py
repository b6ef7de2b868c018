"""The edits that people make, in every language of a tree, made one after the other.

They are made from the tree's own lines, so that what is added calls and imports what is there: a
function is a renamed copy of one, an import is that of a neighbour.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from repobook.disk.writing import WritableFolder
from repobook.languages import parse
from repobook.model.facts import Definition, FileFacts

_N_LANGUAGES: Final = 3
_N_SWITCHED: Final = 100
_FUNCTIONS: Final = frozenset(["function", "method"])
_PARAMETERS: Final = re.compile(r"\(([^()]*)\)")
_READMES: Final = ("README.md", "README.rst", "README", "README.txt")


class SourceFile(NamedTuple):
    path: str
    language: str
    role: str
    size: int


class Edit(NamedTuple):
    name: str
    language: str
    paths: tuple[str, ...]


class _Text(NamedTuple):
    path: str
    lines: list[str]
    facts: FileFacts

    def with_lines(self, at: int, lines: Sequence[str]) -> list[str]:
        """Before the line with the number ``at``, counted from 1."""
        return [*self.lines[: at - 1], *lines, *self.lines[at - 1 :]]


def edits(root: Path, files: Sequence[SourceFile]) -> Iterator[Edit]:
    """Each is on the disk when it is returned; an edit that finds no place is left out."""
    tree = _Tree(root)
    sources = [file for file in files if file.role == "source"]
    for language in _most_common(sources):
        own = _middling(file for file in sources if file.language == language)
        yield from tree.made("function added", language, own, _add_function)
        yield from tree.made("signature changed", language, own, _change_signature)
        yield from tree.made("import added", language, own, tree.add_import(own))
    tests = _middling(file for file in files if file.role == "test")
    yield from tree.made("test added", "", tests, _add_function)
    yield from tree.renamed(_middling(sources))
    yield from tree.copied(_middling(sources))
    readme = [SourceFile(name, "", "docs", 0) for name in _READMES if (root / name).is_file()]
    yield from tree.made("README changed", "", readme, _add_paragraph)
    yield from tree.switched(sources)


def _most_common(files: Sequence[SourceFile]) -> list[str]:
    n_by_language = Counter(file.language for file in files)
    return sorted(n_by_language, key=lambda name: (-n_by_language[name], name))[:_N_LANGUAGES]


def _middling(files: Iterator[SourceFile] | Sequence[SourceFile]) -> list[SourceFile]:
    """Those of middling size first, in the same order every time."""
    ordered = sorted(files, key=lambda file: (file.size, file.path))
    middle = len(ordered) // 2
    places = {file: abs(n - middle) for n, file in enumerate(ordered)}
    return sorted(ordered, key=lambda file: (places[file], file.path))


class _Tree:
    def __init__(self, root: Path) -> None:
        self._root = root

    def made(
        self,
        name: str,
        language: str,
        files: Sequence[SourceFile],
        change: Callable[[_Text], list[str] | None],
    ) -> Iterator[Edit]:
        """In the first of the files that has a place for it."""
        for file in files:
            text = self._read(file)
            lines = change(text) if text else None
            if lines is not None:
                self._write(file.path, "".join(lines))
                yield Edit(name, language or file.language, (file.path,))
                return

    def add_import(self, files: Sequence[SourceFile]) -> Callable[[_Text], list[str] | None]:
        """One line that another of the files imports by."""

        def change(text: _Text) -> list[str] | None:
            own = {line.strip() for line in text.lines}
            at = min((imported.line for imported in text.facts.imports), default=0)
            others = (self._read(file) for file in files if file.path != text.path)
            for other in filter(None, others):
                for imported in other.facts.imports:
                    line = other.lines[imported.line - 1]
                    if at and imported.module and line == line.lstrip() and line.strip() not in own:
                        return text.with_lines(at, [line])
            return None

        return change

    def renamed(self, files: Sequence[SourceFile]) -> Iterator[Edit]:
        for file in files[:1]:
            target = _beside(file.path, "renamed")
            with WritableFolder(self._root) as tree:
                tree.move(file.path, tree, target)
            yield Edit("file renamed", file.language, (file.path, target))

    def copied(self, files: Sequence[SourceFile]) -> Iterator[Edit]:
        for file in files[1:2]:
            target = _beside(file.path, "copy")
            self._write(target, (self._root / file.path).read_text("utf-8", "replace"))
            yield Edit("file added", file.language, (target,))

    def switched(self, files: Sequence[SourceFile]) -> Iterator[Edit]:
        """As another branch would have it."""
        paths: list[str] = []
        for file in sorted(files)[:: max(1, len(files) // _N_SWITCHED)]:
            text = self._read(file) if len(paths) < _N_SWITCHED else None
            lines = _add_function(text) if text else None
            if lines is not None:
                self._write(file.path, "".join(lines))
                paths.append(file.path)
        if paths:
            yield Edit(f"{len(paths)} files changed", "", tuple(paths))

    def _read(self, file: SourceFile) -> _Text | None:
        """None for one that was moved away, or is no UTF-8."""
        try:
            content = (self._root / file.path).read_bytes()
            lines = content.decode().splitlines(keepends=True)
        except (OSError, UnicodeDecodeError):
            return None
        facts = parse(file.language, content) if file.language else FileFacts(len(lines))
        return _Text(file.path, lines, facts) if len(lines) == facts.n_lines else None

    def _write(self, path: str, text: str) -> None:
        with WritableFolder(self._root) as files:
            files.write(path, text.encode())


def _beside(path: str, word: str) -> str:
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.partition(".")
    return f"{folder}{slash}{stem}_{word}{dot}{ending}"


def _function(text: _Text) -> Definition | None:
    """The first that has its name in its first line."""
    return next(
        (
            d
            for d in text.facts.definitions
            if d.kind in _FUNCTIONS and d.name in text.lines[d.line - 1]
        ),
        None,
    )


def _add_function(text: _Text) -> list[str] | None:
    """A copy of one with another name, behind it."""
    if (function := _function(text)) is None:
        return None
    copy = [*text.lines[function.line - 1 : function.end_line]]
    copy[0] = copy[0].replace(function.name, f"{function.name}_again", 1)
    if not copy[-1].endswith("\n"):
        return None
    return text.with_lines(function.end_line + 1, ["\n", *copy])


def _change_signature(text: _Text) -> list[str] | None:
    if (function := _function(text)) is None:
        return None
    lines = [*text.lines]
    head = lines[function.line - 1]
    match = _PARAMETERS.search(head, head.find(function.name))
    if match is None:
        return None
    inside = f"{match.group(1)}, extra" if match.group(1).strip() else "extra"
    lines[function.line - 1] = f"{head[: match.start(1)]}{inside}{head[match.end(1) :]}"
    return lines


def _add_paragraph(text: _Text) -> list[str]:
    return [*text.lines, "\n", "How it is built and tested is said in the folders below.\n"]
