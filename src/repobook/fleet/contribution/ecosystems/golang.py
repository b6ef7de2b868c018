"""Go: a package is a folder, named by the module around it."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.export.manifests import published_in
from repobook.fleet.contribution.ecosystem import Bound, Ecosystem
from repobook.index.reader.whole_book import FileRow, ImportRow, WholeBook
from repobook.text.folders import folder_of, folders_around

_MANIFEST: Final = "go.mod"
_VERSION: Final = re.compile(r"[./]v\d+$")


def _modules(book: WholeBook, files: list[FileRow]) -> Iterator[tuple[FileRow, str]]:
    module_by_folder = {
        folder_of(file.path): found.name
        for file in book.files()
        if file.path.rpartition("/")[2] == _MANIFEST
        for found in published_in(file.path, book.text(file.id))
    }
    for file in files:
        root = next((each for each in folders_around(file.path) if each in module_by_folder), None)
        if root is not None:
            rest = folder_of(file.path)[len(root) :].strip("/")
            yield file, "/".join(filter(None, (module_by_folder[root], rest)))


def _bound(found: ImportRow) -> Bound | None:
    """A package is called as its folder; a version at its end is no part of its name."""
    if found.targets or found.alias in ("_", "."):
        return None
    name = _VERSION.sub("", found.module).rpartition("/")[2].removeprefix("go-")
    return Bound(found.alias or name, found.module)


ECOSYSTEM = Ecosystem("golang", frozenset(["Go"]), _modules, _bound, lambda found: "")
