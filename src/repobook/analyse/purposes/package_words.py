"""What the file of a package says that the package is: words for the file that it is entered by."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from repobook.model.purpose import NO_PURPOSE, Purpose
from repobook.text.documents.tautologies import says_more
from repobook.text.folders import depth, folder_of

_ENTRIES: Final = frozenset(["__init__.py", "lib.rs", "main.rs", "index.ts", "index.js", "main.go"])
_MAX_DEPTH: Final = 2
_VALUE: Final = re.compile(r"[:=] *(?:\"([^\"\\]{8,300})\"|'([^'\\]{8,300})')")


class PackageWords:
    def __init__(self, paths: Sequence[str], packages: Iterable[tuple[str, str, int]]) -> None:
        """``packages`` are files that describe one, with the line as written and its number."""
        words = {folder_of(path): _words(path, line, number) for path, line, number in packages}
        self.words_by_path = dict(_entered(paths, words))

    def of(self, path: str) -> Purpose:
        return self.words_by_path.get(path, NO_PURPOSE)


def _words(path: str, written: str, line: int) -> Purpose:
    value = _VALUE.search(written)
    text = " ".join((value[1] or value[2]).split()) if value else ""
    is_telling = text.count(" ") > 1 and says_more(text)
    return Purpose(text, "package", "", path, line, line) if is_telling else NO_PURPOSE


def _entered(
    paths: Sequence[str], words_by_folder: Mapping[str, Purpose]
) -> Iterable[tuple[str, Purpose]]:
    """For each package the entry that lies nearest to it, where that is one file."""
    entries: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        if path.rpartition("/")[2] in _ENTRIES:
            folder = _nearest(folder_of(path), words_by_folder)
            if folder is not None:
                entries[folder].append(path)
    for folder, below in entries.items():
        nearest = min(path.count("/") for path in below)
        first = [path for path in below if path.count("/") == nearest]
        if len(first) == 1 and nearest - depth(folder) <= _MAX_DEPTH:
            yield first[0], words_by_folder[folder]


def _nearest(folder: str, folders: Mapping[str, Purpose]) -> str | None:
    while folder not in folders:
        if not folder:
            return None
        folder = folder_of(folder)
    return folder
