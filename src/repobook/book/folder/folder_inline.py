"""Links, citations and quotations that the pages of folders and of the repository share."""

from collections.abc import Iterable, Iterator
from typing import Final

from repobook.book.shared.inline import counted, joined
from repobook.book.shared.purposes import purpose_inline
from repobook.model.blocks import (
    Cite,
    Code,
    Content,
    Link,
    PageRef,
    Quotation,
    Quoted,
    Sure,
)
from repobook.model.dossiers.dossier import FileLine
from repobook.model.dossiers.folder_dossier import (
    ChildEdge,
    ChildFolder,
    Neighbour,
    Offer,
    Place,
    Words,
)

HOME: Final = PageRef("listing")


def name_of(path: str) -> str:
    return path.rpartition("/")[2]


def file_link(path: str, text: str = "") -> Link:
    return Link(PageRef("file", path), text or path, is_code=True)


def listed_link(file: FileLine, text: str = "") -> Link | Code:
    """A file that is only listed has no page to lead to."""
    return file_link(file.path, text) if file.status == "documented" else Code(text or file.path)


def folder_link(path: str, text: str = "") -> Link:
    return Link(PageRef("listing", path), text or f"{path or '.'}/", is_code=True)


def overview_link(path: str, text: str = "") -> Link:
    return Link(PageRef("overview", path), text or f"{path}/", is_code=True)


def neighbour_link(neighbour: Neighbour) -> Link:
    return overview_link(neighbour.path) if neighbour.is_folder else file_link(neighbour.path)


def child_link(path: str, edges: Iterable[ChildEdge]) -> Link:
    """A folder or a file at an end of the edges, by its name."""
    name = name_of(path)
    if any(path in (edge.example.path, edge.to) for edge in edges):
        return file_link(path, name)
    return overview_link(path, f"{name}/")


def cite(place: Place, code: str = "") -> Cite:
    end_line = place.end_line if place.end_line != place.line else 0
    return Cite(place.path, place.line, end_line, code)


def quoted_words(words: Words) -> Content:
    """The words and where they stand; nothing where there are none."""
    if not words.text:
        return ()
    place = Place(words.path, words.line, words.end_line)
    return Quoted(words.text), " ", cite(place)


def quotation(words: Words) -> Quotation:
    return Quotation(words.text, cite(Place(words.path, words.line, words.end_line)))


def surely(confidence: str) -> Content:
    return () if confidence == "exact" else (" ", Sure(confidence))


def what_it_is_for(file: FileLine) -> Content:
    return purpose_inline(file.purpose)


def folder_in_one_line(folder: ChildFolder) -> Content:
    """A folder in one line."""
    return quoted_words(folder.words) or offered(folder.offers)


def offered(offers: Iterable[Offer]) -> Content:
    """What others use of a file, each with the lines that define it."""
    return joined(offer_name(offer) for offer in offers)


def offer_name(offer: Offer) -> Content:
    """As its lines write it; ``$ npm run lint`` is a name that no line has."""
    if " " in offer.name:
        return Code(offer.name), " ", cite(offer.place)
    return (cite(offer.place, offer.name),)


def dependents(file: FileLine) -> str:
    tests = f", {counted(file.n_tests, 'test')} included" if file.n_tests else ""
    return counted(file.fan_in, "file") + tests


def number(n: int) -> str:
    """Empty for zero."""
    return f"{n:,}" if n else ""


def shares(languages: Iterable[tuple[str, int, int]], n: int = 5) -> Content:
    """The languages with most lines; the others are added up."""
    counted_languages = list(languages)
    parts = [
        f"{name or 'no language'} {counted(n_lines, 'line')}"
        for name, _, n_lines in counted_languages[:n]
    ]
    rest = sum(n_lines for *_, n_lines in counted_languages[n:])
    if rest:
        parts.append(f"{counted(len(counted_languages) - n, 'other')} {counted(rest, 'line')}")
    return (", ".join(parts),)


def neighbours(path: str) -> Iterator[tuple[str, PageRef]]:
    """Where to go from a page of a folder."""
    if path:
        yield "up", PageRef("listing", path.rpartition("/")[0])
    yield "home", HOME
    yield "listing", PageRef("listing", path)
    yield "overview", PageRef("overview", path)
    yield "keywords", PageRef("subtree", path)
