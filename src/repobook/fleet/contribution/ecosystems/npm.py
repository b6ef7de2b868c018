"""JavaScript and TypeScript: a package begins at its entry, further files are below its name."""

import json
from collections.abc import Iterator
from typing import Any, Final

from repobook.fleet.contribution.ecosystem import Bound, Ecosystem
from repobook.index.reader.whole_book import FileRow, ImportRow, WholeBook
from repobook.text.folders import below, folder_of, folders_around

_MANIFEST: Final = "package.json"
_DEFAULT: Final = "default"
_ENTRY_KEYS: Final = ("source", "types", "module", "main")
_ENTRIES: Final = ("src/index", "index", "lib/index", "src/main")
_LANGUAGES: Final = frozenset(["JavaScript", "TypeScript", "TSX"])


def _modules(book: WholeBook, files: list[FileRow]) -> Iterator[tuple[FileRow, str]]:
    packages = dict(_packages(book))
    paths = {_stem(file.path): file.path for file in files}
    entries = {folder: _entry(folder, content, paths) for folder, content in packages.items()}
    for file in files:
        root = next((each for each in folders_around(file.path) if each in packages), None)
        if root is None:
            continue
        name = packages[root]["name"]
        if file.path == entries[root]:
            yield file, name
        yield file, f"{name}/{_stem(file.path)[len(root) :].strip('/')}"


def _packages(book: WholeBook) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in book.files():
        if file.path.rpartition("/")[2] == _MANIFEST and file.status == "documented":
            try:
                content = json.loads(book.text(file.id))
            except (ValueError, RecursionError):
                continue
            if isinstance(content, dict) and isinstance(content.get("name"), str):
                yield folder_of(file.path), content


def _entry(folder: str, content: dict[str, Any], paths: dict[str, str]) -> str:
    named = [content[key] for key in _ENTRY_KEYS if isinstance(content.get(key), str)]
    candidates = [_stem(each.removeprefix("./")) for each in named] + [*_ENTRIES]
    found = (paths[place] for each in candidates if (place := below(folder, each)) in paths)
    return next(found, "")


def _stem(path: str) -> str:
    """Without its ending, which importers leave out."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.partition('.')[0] or name}"


def _bound(found: ImportRow) -> Bound | None:
    if found.targets or found.form == "export" or found.module.startswith((".", "/", "#")):
        return None
    if not found.module or not (found.alias or found.name):
        return None
    is_whole = found.name in ("", "*", _DEFAULT)
    meaning = found.module if is_whole else f"{found.module}.{found.name}"
    return Bound(found.alias or found.name, meaning)


def _reexports(found: ImportRow) -> str:
    return found.alias or found.name if found.form == "export" else ""


ECOSYSTEM = Ecosystem("npm", _LANGUAGES, _modules, _bound, _reexports, whole=_DEFAULT)
