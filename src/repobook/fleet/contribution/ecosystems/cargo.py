"""Rust: a crate begins at ``lib.rs``, its modules are the files below, by their paths."""

import tomllib
from collections.abc import Iterator
from typing import Any

from repobook.fleet.contribution.ecosystem import Bound, Ecosystem
from repobook.index.reader.whole_book import FileRow, ImportRow, WholeBook
from repobook.text.folders import below, folder_of, folders_around

_MANIFEST = "Cargo.toml"
_LIBRARY = "src/lib.rs"
_OWN = ("crate", "self", "super")


def _modules(book: WholeBook, files: list[FileRow]) -> Iterator[tuple[FileRow, str]]:
    """Programs, tests and examples are crates that nobody else names."""
    crates = dict(_crates(book))
    for file in files:
        folder = next((each for each in folders_around(file.path) if each in crates), None)
        if folder is None:
            continue
        name, library = crates[folder]
        root = folder_of(library)
        if file.path == library:
            yield file, name
        elif file.path.startswith(f"{root}/") and file.path != f"{root}/main.rs":
            parts = file.path[len(root) + 1 :].removesuffix(".rs").removesuffix("/mod").split("/")
            if parts[0] != "bin":
                yield file, "::".join([name, *parts])


def _crates(book: WholeBook) -> Iterator[tuple[str, tuple[str, str]]]:
    """By their folders: how others call them, and the file that they begin with."""
    for file in book.files():
        if file.path.rpartition("/")[2] != _MANIFEST or file.status != "documented":
            continue
        try:
            content = tomllib.loads(book.text(file.id))
        except ValueError:
            continue
        library, package = _table(content, "lib"), _table(content, "package")
        name, path = library.get("name") or package.get("name"), library.get("path", _LIBRARY)
        if isinstance(name, str) and isinstance(path, str):
            folder = folder_of(file.path)
            yield folder, (name.replace("-", "_"), below(folder, path))


def _table(content: dict[str, Any], key: str) -> dict[str, Any]:
    found = content.get(key)
    return found if isinstance(found, dict) else {}


def _bound(found: ImportRow) -> Bound | None:
    if found.targets or found.form != "use" or found.module.partition("::")[0] in _OWN:
        return None
    meaning = f"{found.module}::{found.name}" if found.name else found.module
    name = found.alias or found.name or found.module.rpartition("::")[2]
    return Bound(name, meaning) if name not in ("*", "_") else None


def _reexports(found: ImportRow) -> str:
    """Whether it is public is not known here; what is private nobody else can name."""
    return found.alias or found.name if found.form == "use" else ""


ECOSYSTEM = Ecosystem(
    "cargo",
    frozenset(["Rust"]),
    _modules,
    _bound,
    _reexports,
    separator="::",
    needs_no_import=True,
)
