"""What pictures are made of: languages, folders by size and heat, the past by month.

A picture shows what a table or a sentence beside it says; with too little to compare there is none.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from repobook.book.folder.folder_inline import name_of
from repobook.book.shared.inline import counted
from repobook.model.blocks import Bar, Block, PageRef, Tile, Timeline, Treemap
from repobook.model.dossiers.folder_dossier import FolderDossier

_N_LANGUAGES: Final = 6
_N_TILES: Final = 40
_MIN_TILES: Final = 3
_MIN_PERIODS: Final = 2
_MAX_PERIODS: Final = 36
_SHADES: Final = {"changes": "how often files changed", "findings": "findings"}
# The last is for clocks that were wrong.
_SPANS: Final = ((1, "month"), (3, "quarter"), (12, "year"), (12 * 1000, "thousand years"))


def language_bar(languages: Iterable[tuple[str, int, int]]) -> Iterator[Block]:
    """Of language, files and lines, most lines first; a single one needs no picture."""
    counted_languages = [
        (name or "no language", n_lines) for name, _, n_lines in languages if n_lines
    ]
    if len(counted_languages) > 1:
        rest = sum(n for _, n in counted_languages[_N_LANGUAGES:])
        others = [(counted(len(counted_languages) - _N_LANGUAGES, "other"), rest)] if rest else []
        yield Bar("Lines by language", (*counted_languages[:_N_LANGUAGES], *others))


def heat_of(dossier: FolderDossier) -> str:
    """What shades stand for: how often files changed, where that is known."""
    return "changes" if dossier.months else "findings"


def heats(dossier: FolderDossier) -> dict[str, int]:
    """By path of the folders and files right in it."""
    if dossier.months:
        of_folders = {child.path: child.n_changes for child in dossier.folders}
        return {**of_folders, **dossier.n_changes_by_file}
    of_folders = {child.path: child.n_findings for child in dossier.folders}
    return {**of_folders, **{file.path: file.n_findings for file in dossier.files}}


def folder_map(dossier: FolderDossier) -> Iterator[Block]:
    heat, here = heats(dossier), PageRef("listing", dossier.path)
    tiles = [
        Tile(f"{name_of(one.path)}/", one.n_lines, heat[one.path], PageRef("overview", one.path))
        for one in dossier.folders
    ]
    tiles += [
        Tile(name_of(one.path), one.n_lines, heat[one.path], PageRef("file", one.path))
        for one in dossier.files
        if one.status == "documented"
    ]
    tiles = sorted((tile for tile in tiles if tile.size), key=lambda tile: (-tile.size, tile.label))
    if len(tiles) >= _MIN_TILES and dossier.folders:
        yield Treemap(
            f"Area: lines. Shade: {_SHADES[heat_of(dossier)]} (darker means more).",
            "lines",
            heat_of(dossier),
            tuple(_largest(tiles, here)),
        )


def _largest(tiles: Sequence[Tile], rest_at: PageRef) -> Iterator[Tile]:
    """The smallest are one tile where there are very many."""
    yield from tiles[:_N_TILES]
    if rest := tiles[_N_TILES:]:
        size, heat = sum(tile.size for tile in rest), sum(tile.heat for tile in rest)
        yield Tile(counted(len(rest), "other"), size, heat, rest_at)


def timeline(what: str, months: Sequence[tuple[str, int]]) -> Iterator[Block]:
    """By month, or by as long a span as lets all of the past fit."""
    if not months:
        return
    first, last = _month(months[0][0]), _month(months[-1][0])
    fitting = [(n, name) for n, name in _SPANS if last // n - first // n < _MAX_PERIODS]
    n, name = fitting[0]
    counts = dict.fromkeys(range(first // n, last // n + 1), 0)
    for month, count in months:
        counts[_month(month) // n] += count
    if len(counts) >= _MIN_PERIODS:
        periods = tuple((_label(period, n), count) for period, count in counts.items())
        yield Timeline(f"{what} by {name}", periods)


def _month(month: str) -> int:
    year, _, number = month.partition("-")
    return int(year) * 12 + int(number) - 1


def _label(period: int, n: int) -> str:
    year, place = divmod(period * n, 12)
    return {1: f"{year:04}-{place + 1:02}", 3: f"{year:04} Q{place // 3 + 1}"}.get(n, f"{year:04}")
