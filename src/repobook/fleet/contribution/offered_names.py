"""The names under which a repository's symbols are reached from outside.

A symbol is reached through the module that defines it and through those that hand it on, its
members through it, and those that a class inherits through the class.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from repobook.fleet.contribution.ecosystem import EVERYTHING, Ecosystem
from repobook.index.reader.whole_book import FileRow, SymbolRow, WholeBook
from repobook.model.graph import CONFIDENCES
from repobook.model.kinds import CLASSES

_MAX_DEPTH: Final = 12  # of classes above a class


class Offered(NamedTuple):
    name: str
    symbol: SymbolRow
    confidence: str


class _OwnedFile(NamedTuple):
    symbols: dict[int, SymbolRow]
    """By key, in order."""
    bases_by_class: dict[str, list[tuple[int, str]]]
    """By qualified name: keys of the classes above, and how sure each is."""


def offered_names(book: WholeBook, ecosystem: Ecosystem, files: list[FileRow]) -> Iterator[Offered]:
    return _Offering(book, ecosystem, files).names()


class _Offering:
    def __init__(self, book: WholeBook, ecosystem: Ecosystem, files: list[FileRow]) -> None:
        self._book = book
        self._ecosystem = ecosystem
        self._modules = [*ecosystem.modules(book, files)]
        self._id_by_path = {file.path: file.id for file in files}
        self._ids = frozenset(self._id_by_path.values())
        self._file = cache(self._read_file)

    def names(self) -> Iterator[Offered]:
        for file, module in self._modules:
            offered: set[str] = set()
            for found in self._of_module(file, module):
                if found.name not in offered:  # what is defined last is what the name means
                    offered.add(found.name)
                    yield found

    def _of_module(self, file: FileRow, module: str) -> Iterator[Offered]:
        if not self._ecosystem.names_files_alone:
            yield from self._within(file.id, module, "exact", _MAX_DEPTH)
        if self._ecosystem.names_files:
            yield Offered(module, _as_symbol(file), "exact")

    def _within(self, id: int, module: str, confidence: str, depth: int) -> Iterator[Offered]:
        """All that a file defines or hands on, as members of ``module``."""
        for symbol in reversed(self._file(id).symbols.values()):
            if symbol.exported:
                yield from self._with_inherited(
                    self._ecosystem.member(module, symbol.qualname), symbol, confidence
                )
        for found in self._book.imports_of(id):
            name = self._ecosystem.reexports(found)
            if not name or len(found.targets) != 1:
                continue
            sure = worst(confidence, found.confidence)
            target = self._book.symbol_by_key(found.targets[0])
            if target is not None and name != EVERYTHING:
                is_whole = name == self._ecosystem.whole
                full = module if is_whole else self._ecosystem.member(module, name)
                yield from self._whole(full, target, sure)
            elif name == EVERYTHING and depth and found.targets[0] in self._ids:
                yield from self._within(found.targets[0], module, sure, depth - 1)

    def _whole(self, name: str, symbol: SymbolRow, confidence: str) -> Iterator[Offered]:
        """A symbol that another module hands on, with all its members."""
        yield from self._with_inherited(name, symbol, confidence)
        if symbol.kind in CLASSES:
            below = f"{symbol.qualname}."
            for member in self._symbols_in(symbol.path).values():
                if member.exported and member.qualname.startswith(below):
                    full = self._ecosystem.member(name, member.qualname[len(below) :])
                    yield Offered(full, member, confidence)

    def _with_inherited(self, name: str, symbol: SymbolRow, confidence: str) -> Iterator[Offered]:
        yield Offered(name, symbol, confidence)
        if symbol.kind in CLASSES:
            own = set(self._members(symbol))
            for member, sure in self._inherited(symbol, confidence, _MAX_DEPTH):
                if member.name not in own:
                    own.add(member.name)
                    yield Offered(self._ecosystem.member(name, member.name), member, sure)

    def _inherited(
        self, symbol: SymbolRow, confidence: str, depth: int
    ) -> Iterator[tuple[SymbolRow, str]]:
        """From the nearest class above on, as most languages look it up."""
        id = self._id_by_path.get(symbol.path)
        bases = self._file(id).bases_by_class.get(symbol.qualname, []) if id is not None else []
        for key, sure in bases if depth else []:
            base = self._book.symbol_by_key(key)
            if base is not None and base.kind in CLASSES:
                both = worst(confidence, sure)
                yield from ((member, both) for member in self._members(base).values())
                yield from self._inherited(base, both, depth - 1)

    def _members(self, symbol: SymbolRow) -> dict[str, SymbolRow]:
        below = f"{symbol.qualname}."
        return {
            each.name: each
            for each in self._symbols_in(symbol.path).values()
            if each.exported and each.qualname == below + each.name
        }

    def _symbols_in(self, path: str) -> dict[int, SymbolRow]:
        id = self._id_by_path.get(path)
        return self._file(id).symbols if id is not None else {}

    def _read_file(self, id: int) -> _OwnedFile:
        symbols = dict(self._book.keyed_symbols_of(id))
        classes = [each for each in symbols.values() if each.kind in CLASSES]
        bases: dict[str, list[tuple[int, str]]] = {}
        for use in self._book.references_of(id):
            if use.role == "inherit" and len(use.targets) == 1:
                for position in use.positions:
                    if subclass := _class_at(classes, position >> 20):
                        bases.setdefault(subclass.qualname, []).append(
                            (use.targets[0], use.confidence)
                        )
        return _OwnedFile(symbols, bases)


def _class_at(classes: list[SymbolRow], line: int) -> SymbolRow | None:
    """The innermost that holds a line."""
    around = [each for each in classes if each.line <= line <= each.end_line]
    return max(around, key=lambda each: each.line, default=None)


def worst(one: str, other: str) -> str:
    """The less sure of two confidences."""
    order: tuple[str, ...] = CONFIDENCES
    return max(one, other, key=order.index)


def _as_symbol(file: FileRow) -> SymbolRow:
    name = file.path.rpartition("/")[2]
    return SymbolRow(file.path, name, "", "file", 1, file.n_lines, 0, "", file.doc, True, 1)
