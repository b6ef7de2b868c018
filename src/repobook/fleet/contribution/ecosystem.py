"""A package ecosystem: how its names are spelt across repositories.

A name across repositories is what a user would write with nothing imported: ``flask.Flask.route``,
``github.com/gin-gonic/gin.Engine.Run``, ``serde_json::from_str``. An ecosystem is a file in
``ecosystems/``.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple

from repobook.fleet.contribution import ecosystems
from repobook.index.reader.whole_book import FileRow, ImportRow, WholeBook

EVERYTHING: Final = "*"


class Bound(NamedTuple):
    """A name of a file that an import binds, and what it stands for across repositories."""

    name: str
    meaning: str


class Ecosystem(NamedTuple):
    name: str
    """The type of its package URLs."""
    languages: frozenset[str]
    modules: Callable[[WholeBook, list[FileRow]], Iterator[tuple[FileRow, str]]]
    """Files with the name under which others import what they hold."""
    bound: Callable[[ImportRow], Bound | None]
    """None for an import within the repository, or one that binds nothing."""
    reexports: Callable[[ImportRow], str]
    """The name under which an import is offered to whoever imports its file; empty for none,
    ``*`` for all that it holds."""
    whole: str = ""
    """The name of what a module is by itself, as ``default`` of JavaScript."""
    names_files: bool = False
    """Whether a file can be named by itself, as a module of Python or a header can."""
    names_files_alone: bool = False
    """Whether nothing else has a name across repositories that is written out."""
    separator: str = "."
    """Between the parts of a name."""
    numbers_imports: bool = False
    """Whether ``@3`` is what the import of that number binds, in a function or a class."""
    needs_no_import: bool = False
    """Whether a name may begin with that of a package that nothing imports, as in Rust."""

    def member(self, name: str, qualname: str) -> str:
        return f"{name}{self.separator}{qualname.replace('.', self.separator)}"


@cache
def all_ecosystems() -> tuple[Ecosystem, ...]:
    names = sorted(module.name for module in iter_modules(ecosystems.__path__))
    return tuple(import_module(f"{ecosystems.__name__}.{name}").ECOSYSTEM for name in names)
