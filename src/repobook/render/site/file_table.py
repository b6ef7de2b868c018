"""The files of a search shard: each once, by number, with the place of its pages."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from repobook.model.blocks import PageRef
from repobook.model.site.site_index import IndexedFile
from repobook.render.places import Places
from repobook.text.visible import one_visible_line

_SOURCE: Final = "_src.html"
_MAX_SHARED: Final = 90
_FIRST: Final = 32


class FileTable:
    def __init__(self, files: Iterable[IndexedFile], places: Places) -> None:
        self._files = sorted(set(files))
        self._number_by_file = {file: n for n, file in enumerate(self._files)}
        self._places = places
        self._texts = {"": 0}

    def number(self, file: IndexedFile) -> int:
        return self._number_by_file[file]

    def text(self, text: str) -> int:
        """The number of a text, since texts repeat."""
        return self._texts.setdefault(text, len(self._texts))

    def columns(self) -> list[Any]:
        """Paths, the number of each summary, the places of moved files, and all texts."""
        paths = [one_visible_line(file.path) for file in self._files]
        summaries = [self.text(_summary(file)) for file in self._files]
        return [[*_shortened(paths)], summaries, self._elsewhere(paths), list(self._texts)]

    def _elsewhere(self, paths: list[str]) -> list[int | str]:
        """Numbers of files, each with the beginning of its pages' names or its folder's page."""
        moved: list[int | str] = []
        for n, (file, path) in enumerate(zip(self._files, paths, strict=True)):
            place, usual = self._place(file, path)
            if place != usual:
                moved += (n, place)
        return moved

    def _place(self, file: IndexedFile, path: str) -> tuple[str, str]:
        if not file.is_listed:
            return self._places.name(PageRef("source", file.path)).removesuffix(_SOURCE), path
        usual = f"{path[: path.rfind('/') + 1]}index.html"
        return self._places.name(PageRef("listing", file.path.rpartition("/")[0])), usual


def _summary(file: IndexedFile) -> str:
    """``source 5 Python``, with a star where it has no pages."""
    return f"{file.role}{'*' * file.is_listed} {file.standing} {file.language}"


def _shortened(paths: Iterable[str]) -> Iterator[str]:
    """Prefix-compressed: the first letter encodes how much of the path before is repeated."""
    last = ""
    for path in paths:
        n = _n_shared(last, path)
        yield chr(_FIRST + n) + path[n:]
        last = path


def _n_shared(one: str, other: str) -> int:
    # Neighbours in order share their folder as a rule.
    n = min(one.rfind("/", 0, _MAX_SHARED) + 1, len(other))
    n = n if other.startswith(one[:n]) else 0
    for letter, another in zip(one[n:_MAX_SHARED], other[n:], strict=False):
        if letter != another:
            break
        n += 1
    return n
