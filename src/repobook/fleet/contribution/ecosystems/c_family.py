"""C and C++: a header is named by its path below the folder that compilers are pointed at."""

from collections.abc import Iterator
from typing import Final

from repobook.fleet.contribution.ecosystem import Bound, Ecosystem
from repobook.index.reader.whole_book import FileRow, ImportRow, WholeBook

_ENDINGS: Final = (".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl")
_ROOT: Final = "include/"
_LANGUAGES: Final = frozenset(["C", "C++", "CUDA", "Objective-C", "Objective-C++"])


def _modules(book: WholeBook, files: list[FileRow]) -> Iterator[tuple[FileRow, str]]:
    for file in files:
        if file.path.endswith(_ENDINGS):
            _, root, below = f"/{file.path}".rpartition(f"/{_ROOT}")
            yield file, below if root else file.path


def _bound(found: ImportRow) -> Bound | None:
    """An include binds no name; the file itself is what is used."""
    if found.targets or found.form not in ("include", "system"):
        return None
    return Bound("", found.module)


ECOSYSTEM = Ecosystem(
    "generic",
    _LANGUAGES,
    _modules,
    _bound,
    lambda found: "",
    names_files=True,
    names_files_alone=True,
)
