"""Python: a module is named by the folders that are packages around it."""

from collections.abc import Iterator

from repobook.fleet.contribution.ecosystem import Bound, Ecosystem
from repobook.index.reader.whole_book import FileRow, ImportRow, WholeBook
from repobook.text.folders import folder_of

_ROOTS = frozenset(["", "src", "lib", "python"])


def _modules(book: WholeBook, files: list[FileRow]) -> Iterator[tuple[FileRow, str]]:
    """What lies in no package is a module of its own only where packages begin."""
    packages = {folder_of(file.path) for file in files if file.path.endswith("__init__.py")}
    for file in files:
        folder, _, name = file.path.rpartition("/")
        if not name.endswith(".py"):
            continue
        parts = [] if name == "__init__.py" else [name.removesuffix(".py")]
        while folder in packages:
            folder, _, last = folder.rpartition("/")
            parts.insert(0, last)
        if parts and (len(parts) > 1 or folder in _ROOTS or name == "__init__.py"):
            yield file, ".".join(parts)


def _bound(found: ImportRow) -> Bound | None:
    if found.targets or found.module.startswith(".") or found.name == "*":
        return None
    if found.name:
        return Bound(found.alias or found.name, f"{found.module}.{found.name}")
    if found.alias:
        return Bound(found.alias, found.module)
    top = found.module.partition(".")[0]
    return Bound(top, top)


def _reexports(found: ImportRow) -> str:
    return found.alias or found.name


ECOSYSTEM = Ecosystem(
    "pypi",
    frozenset(["Python"]),
    _modules,
    _bound,
    _reexports,
    names_files=True,
    numbers_imports=True,
)
