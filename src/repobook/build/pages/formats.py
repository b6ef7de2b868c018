"""The formats of a book: each has a folder of its own, and all are made from the same pages."""

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from repobook.book.file.source_page import with_source_apart
from repobook.book.repository.site_pages import SITE_PAGES
from repobook.book.shared.paging import paged
from repobook.model import book_layout
from repobook.model.blocks import Page, PageKind
from repobook.render.html import html_writer
from repobook.render.markdown import markdown_writer
from repobook.render.places import Places, places_of
from repobook.render.rendered_page import Written
from repobook.render.site import site_assets, site_budget, site_search

_OF_FOLDER: Final[tuple[PageKind, ...]] = ("listing", "overview", "subtree")


class Format(NamedTuple):
    name: str
    """Of its folder in the book, too."""
    places: Callable[[Iterable[str], str, str], Places]
    """From all paths, the relative path from the format's folder to the sources, and the name of
    the repository."""
    parts: Callable[[Page], tuple[Page, ...]]
    """The page of a file as this format cuts it."""
    written: Callable[[Page, Places], Written]
    kinds_of_file: tuple[PageKind, ...] = ("file", "keywords")
    """Which pages every file has."""
    kinds_of_some_files: tuple[PageKind, ...] = ()
    kinds_of_folder: tuple[PageKind, ...] = _OF_FOLDER
    """Which pages every folder has."""
    is_too_heavy: Callable[[Page, str], bool] = lambda page, text: False
    max_bytes: int = 0
    """The limit of the whole format; 0 for none."""
    shared: Callable[[str], Iterable[tuple[str, str]]] = lambda commit: ()
    """Names and texts of what belongs to no page."""
    own_pages: tuple[Page, ...] = ()
    """Which no other format has."""
    index_folder: str = "/"
    """Where its own search lies, which is proved by itself; no name begins with a slash."""

    def has(self, kind: PageKind) -> bool:
        """Whether it has such pages, of the kinds that are not about one file."""
        return kind in self.kinds_of_folder or kind not in _OF_FOLDER


def _markdown_places(paths: Iterable[str], sources: str, title: str) -> Places:
    return places_of(paths, sources)


def _site_places(paths: Iterable[str], sources: str, title: str) -> Places:
    """The site has the sources in itself."""
    reserved = (site_assets.FOLDER, site_search.FOLDER)
    return places_of(paths, "", reserved)._replace(suffix=".html", title=title)


MARKDOWN: Final = Format(book_layout.MARKDOWN, _markdown_places, paged, markdown_writer.written)
SITE: Final = Format(
    book_layout.SITE,
    _site_places,
    with_source_apart,
    html_writer.written,
    ("file", "source"),
    ("symbols",),
    ("listing", "overview"),
    site_budget.is_too_heavy,
    site_budget.MAX_SITE,
    site_assets.shared,
    SITE_PAGES,
    f"{site_search.FOLDER}/",
)
FORMATS: Final = (MARKDOWN, SITE)


def formats_named(names: Collection[str]) -> tuple[Format, ...]:
    """Without names all of them."""
    return tuple(format for format in FORMATS if format.name in (names or book_layout.FORMATS))


def is_page(output: str) -> bool:
    """Whether an output of a book is a page or shared by pages, and no part of a search."""
    return not output.startswith(_INDEX_FOLDERS)


_INDEX_FOLDERS: Final = tuple(f"{format.name}/{format.index_folder}" for format in FORMATS)
