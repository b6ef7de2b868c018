"""Stubs: files of Python that declare what compiled code offers, and their templates."""

from collections.abc import Iterable, Iterator
from typing import Final

from repobook.ask.trace.chain_steps import Staged, hop_to
from repobook.index.reader.book_reader import BookReader
from repobook.model.answers import SymbolLine
from repobook.model.kinds import PYTHON_NAME
from repobook.text.python_names import bound_python_name

DECLARED: Final = "declaration"
_ENDINGS: Final = (".pyi", ".pyi.in")
_PREFIX: Final = bound_python_name("")


def compiled_names(reader: BookReader, symbols: Iterable[SymbolLine]) -> list[SymbolLine]:
    """What compiled code offers by the names that stubs declare, with or without a module."""
    declared = [symbol for symbol in symbols if symbol.path.endswith(_ENDINGS)]
    names = {name: None for symbol in declared for name in _names(symbol)}
    found = [one for name in names for one in reader.symbols_called(bound_python_name(name))]
    return [symbol for symbol in found if symbol.kind == PYTHON_NAME]


def declarations(reader: BookReader, subject: SymbolLine) -> list[SymbolLine]:
    """What stubs declare by the name of compiled code."""
    if subject.kind != PYTHON_NAME:
        return []
    name = subject.name.removeprefix(_PREFIX)
    without_module = name.partition(".")[2]
    found = [s for one in (name, without_module) if one for s in reader.symbols_called(one)]
    return [symbol for symbol in found if symbol.path.endswith(_ENDINGS) and name in _names(symbol)]


def declaring_hops(reader: BookReader, subjects: Iterable[SymbolLine]) -> Iterator[Staged]:
    for subject in subjects:
        for symbol in declarations(reader, subject):
            where = (subject.path, subject.line)
            yield DECLARED, hop_to(symbol, subject.name, "", *where, "inferred")


def _names(symbol: SymbolLine) -> tuple[str, str]:
    """``_core.pyi`` and ``_core/__init__.pyi`` declare the module ``_core``."""
    folder, _, file = symbol.path.rpartition("/")
    stem = file.partition(".")[0]
    module = folder.rpartition("/")[2] if stem == "__init__" else stem
    return symbol.qualname, f"{module}.{symbol.qualname}"
