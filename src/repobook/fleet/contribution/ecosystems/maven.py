"""Java and Kotlin: a class is named by the package that its folder mirrors."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.fleet.contribution.ecosystem import Bound, Ecosystem
from repobook.index.reader.whole_book import FileRow, ImportRow, WholeBook

_PACKAGE: Final = re.compile(r"^\s{0,9}package\s{1,9}([\w.]{1,300})", re.MULTILINE)
_HEAD: Final = 20_000  # a licence may come first


def _modules(book: WholeBook, files: list[FileRow]) -> Iterator[tuple[FileRow, str]]:
    for file in files:
        if found := _PACKAGE.search(book.text(file.id)[:_HEAD]):
            yield file, found[1]


def _bound(found: ImportRow) -> Bound | None:
    if found.targets or found.form == "requires" or found.name in ("", "*"):
        return None
    return Bound(found.alias or found.name, f"{found.module}.{found.name}")


_LANGUAGES: Final = frozenset(["Java", "Kotlin"])
ECOSYSTEM = Ecosystem("maven", _LANGUAGES, _modules, _bound, lambda found: "")
