"""Real uses of a file's symbols elsewhere: a few that show how it is meant to be used."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from repobook.index.reader.file.file_links import Use, symbol_around
from repobook.index.reader.rows import Rows
from repobook.model.dossiers.dossier import CallSite

_MAX_EXAMPLES: Final = 5
_MAX_LOOKED_INTO: Final = 8
_MAX_CODE: Final = 200
_ROLES: Final = ("call", "decorator", "inherit", "macro", "type", "attribute")

LinesOf = Callable[[int], Sequence[str]]


class ExampleFinder:
    """``lines_of`` gives the text of a file by its id; nothing where it cannot be had."""

    def __init__(self, rows: Rows, lines_of: LinesOf) -> None:
        self._rows = rows
        self._lines_of = lines_of

    def find(
        self,
        uses: Iterable[Use],
        name_by_key: dict[int, str],
        tests: Sequence[int],
        path_by_id: Callable[[int], str],
    ) -> Iterator[tuple[int, CallSite]]:
        """Each with the id of its file: tests first, as they are ranked, then who uses it most."""
        place = {test: n for n, test in enumerate(tests)}
        n_found = 0
        for use in _best_first(uses, place)[:_MAX_LOOKED_INTO]:
            site = self._site(use, name_by_key[use.target], use.file in place, path_by_id)
            if site is not None:
                yield use.file, site
                n_found += 1
            if n_found == _MAX_EXAMPLES:
                return

    def _site(
        self, use: Use, symbol: str, is_test: bool, path_by_id: Callable[[int], str]
    ) -> CallSite | None:
        line = use.line
        lines = self._lines_of(use.file)
        code = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        if not code or len(code) > _MAX_CODE:
            return None
        within = symbol_around(self._rows, use.file, line)
        return CallSite(path_by_id(use.file), line, code, symbol, within, is_test)


def _best_first(uses: Iterable[Use], place: dict[int, int]) -> list[Use]:
    """One use for each file, so that examples differ."""
    by_file: dict[int, Use] = {}
    for use in sorted(uses, key=_preference):
        by_file.setdefault(use.file, use)
    last = len(place)
    return sorted(
        by_file.values(), key=lambda use: (place.get(use.file, last), _preference(use), use.file)
    )


def _preference(use: Use) -> tuple[int, int, int, int]:
    sure = 0 if use.confidence == "exact" else 1
    return (sure, _ROLES.index(use.role), -use.n, use.target)


def can_be_shown(use: Use) -> bool:
    return use.role in _ROLES and use.confidence in ("exact", "inferred")
