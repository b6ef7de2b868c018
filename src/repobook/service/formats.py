"""The formats of a book: each has a folder of its own, and all are made from the same pages."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from repobook.book.paging import paged
from repobook.model.blocks import Page
from repobook.render import markdown
from repobook.render.places import Places, places_of
from repobook.render.written import Written


class Format(NamedTuple):
    name: str
    """Of its folder in the book, too."""
    places: Callable[[Iterable[str], str], Places]
    """From all paths, and the way from the folder of the format to the sources."""
    parts: Callable[[Page], tuple[Page, ...]]
    """The page of a file as this format cuts it."""
    written: Callable[[Page, Places], Written]


MARKDOWN: Final = Format("markdown", places_of, paged, markdown.written)
FORMATS: Final = (MARKDOWN,)
