"""Names that compiled modules have in Python, against what the modules themselves say.

    python bench/bindings.py BOOK SITE MODULE...

BOOK is made of a source distribution, SITE a folder with its unpacked wheel (and what that
imports), a MODULE the dotted name of a compiled one. Every function of a module, and every method
and property of its classes, is looked for in the book under its name with its class.
Special methods are left out: the frameworks make most of them. The figures are kept in
``bindings.md``.
"""

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from repobook.index.reader.binding_reader import BindingReader
from repobook.index.reader.book_reader import BookReader

_PROPERTIES: Final = ("getset_descriptor", "member_descriptor")


class Export(NamedTuple):
    kind: str
    name: str


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("site", type=Path, metavar="SITE")
    parser.add_argument("modules", nargs="+", metavar="MODULE")
    parser.add_argument("--missing", action="store_true", help="List what was not found.")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(options.site))
    exports = [
        export
        for module in options.modules
        for export in sorted(set(_exports(importlib.import_module(module))))
    ]
    names = _names(options.book)
    found = [export for export in exports if _known(export, names)]
    led = [export for export in found if any(_known(export, names))]
    _print(exports, found, led)
    for export in exports if options.missing else ():
        if export not in led:
            print(f"  {'without code' if export in found else 'missing'}: {' '.join(export)}")
    return 0


def _exports(module: ModuleType) -> Iterator[Export]:
    """What is compiled and of the module's own package."""
    package = module.__name__.partition(".")[0]
    for name, value in vars(module).items():
        if _is_special(name) or isinstance(value, ModuleType | FunctionType):
            continue
        if isinstance(value, type):
            if value.__module__.partition(".")[0] in (package, module.__name__.rpartition(".")[2]):
                yield from _members(f"{module.__name__}.{name}", value)
        elif callable(value):
            yield Export("function", f"{module.__name__}.{name}")


def _members(owner: str, made: type) -> Iterator[Export]:
    """Of a class that is compiled; ``__slots__`` are Python's."""
    for name, value in vars(made).items() if "__slots__" not in vars(made) else ():
        if _is_special(name) or isinstance(value, type | FunctionType) or _is_made(name, made):
            continue
        if type(value).__name__ in _PROPERTIES or "property" in type(value).__name__:
            yield Export("property", f"{owner}.{name}")
        elif _is_callable(value):
            yield Export("method", f"{owner}.{name}")


def _is_made(name: str, owner: type) -> bool:
    """By the framework, for each class or enumeration."""
    return name.startswith("_pybind11_") or hasattr(owner, "__members__")


def _is_callable(value: Any) -> bool:
    is_value = type(type(value)).__name__ == "EnumType" or isinstance(value, int)
    return not is_value and (callable(value) or hasattr(value, "__func__"))


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _names(book: Path) -> dict[str, bool]:
    """Whether each name that the book knows leads to code, or has it in place."""
    reader = BookReader(book)
    bindings = BindingReader(reader)
    names: dict[str, bool] = {}
    for symbol in reader.symbol_lines("kind = 'python_name'", ()):
        name = symbol.name.removeprefix("py:")
        in_place = "[" in symbol.signature
        led = in_place or any(place.targets for place in bindings.places_about(symbol))
        names[name] = names.get(name, False) or led
    # What Cython defines has its name in Python as it is.
    for symbol in reader.symbol_lines("path LIKE '%.pyx'", ()):
        names[symbol.qualname] = True
    reader.close()
    return names


def _known(export: Export, names: dict[str, bool]) -> list[bool]:
    """Of the names that may mean it, whether each leads to code. A function is one of its module or
    of an unknown one; a method has its class, while types may say another module than theirs."""
    parts = export.name.split(".")
    if export.kind == "function":
        meant = [parts[-1], ".".join(parts[-2:])]
        return [led for name, led in names.items() if ".".join(name.split(".")[-2:]) in meant]
    return [led for name, led in names.items() if name.split(".")[-2:] == parts[-2:]]


def _print(exports: list[Export], found: list[Export], led: list[Export]) -> None:
    counts = [Counter(export.kind for export in some) for some in (exports, found, led)]
    for kind in ("function", "method", "property"):
        if counts[0][kind]:
            print(
                f"{kind}: {counts[0][kind]}, found {counts[1][kind]}, with code {counts[2][kind]}"
            )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
