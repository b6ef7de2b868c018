"""The formats of a book: each has a folder of its own, and all are made from the same pages."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from repobook.book.paging import paged
from repobook.book.site_pages import SITE_PAGES
from repobook.book.source_page import with_source_apart
from repobook.model.blocks import Page, PageKind
from repobook.render import html, markdown, site_assets, site_budget, site_index
from repobook.render.places import Places, places_of
from repobook.render.written import Written
from repobook.service.format_folders import MARKDOWN_FOLDER, SITE_FOLDER


class Format(NamedTuple):
    name: str
    """Of its folder in the book, too."""
    places: Callable[[Iterable[str], str, str], Places]
    """From all paths, the way from the folder of the format to the sources, and what the
    repository calls itself."""
    parts: Callable[[Page], tuple[Page, ...]]
    """The page of a file as this format cuts it."""
    written: Callable[[Page, Places], Written]
    kinds_of_file: tuple[PageKind, ...] = ("file", "keywords")
    """Which pages every file has."""
    kinds_of_some_files: tuple[PageKind, ...] = ()
    is_too_heavy: Callable[[Page, str], bool] = lambda page, text: False
    max_bytes: int = 0
    """What all of it should not exceed; 0 where nobody minds."""
    shared: Callable[[str], Iterable[tuple[str, str]]] = lambda commit: ()
    """Names and texts of what belongs to no page."""
    own_pages: tuple[Page, ...] = ()
    """Which no other format has."""
    index_folder: str = "/"
    """Where its own search lies, which is proved by itself; no name begins with a slash."""


def _markdown_places(paths: Iterable[str], sources: str, title: str) -> Places:
    return places_of(paths, sources)


def _site_places(paths: Iterable[str], sources: str, title: str) -> Places:
    """The site has the sources in itself."""
    reserved = (site_assets.FOLDER, site_index.FOLDER)
    return places_of(paths, "", reserved)._replace(suffix=".html", title=title)


MARKDOWN: Final = Format(MARKDOWN_FOLDER, _markdown_places, paged, markdown.written)
SITE: Final = Format(
    SITE_FOLDER,
    _site_places,
    with_source_apart,
    html.written,
    ("file", "source"),
    ("symbols",),
    site_budget.is_too_heavy,
    site_budget.MAX_SITE,
    site_assets.shared,
    SITE_PAGES,
    f"{site_index.FOLDER}/",
)
FORMATS: Final = (MARKDOWN, SITE)


def is_page(output: str) -> bool:
    """Whether an output of a book is a page or shared by pages, and no part of a search."""
    return not output.startswith(_INDEX_FOLDERS)


_INDEX_FOLDERS: Final = tuple(f"{format.name}/{format.index_folder}" for format in FORMATS)
