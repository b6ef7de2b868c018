"""Which pages a book must have, in each of its formats, and which it may not have."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.build.pages.formats import Format
from repobook.model.blocks import PageKind, PageRef
from repobook.render.places import Places
from repobook.text.folders import folders_of
from repobook.verify.cited_texts import Problem, continuations
from repobook.verify.page_checks import PageTask

GLOBAL: Final[tuple[PageKind, ...]] = (
    *("a-z", "book", "readme", "verification"),
    *("findings", "hotspots", "dependencies", "gaps"),
)


# Where there is anything to list.
_OF_SOME: Final[tuple[PageKind, ...]] = (
    *("routes", "commands", "tasks", "signals", "tables"),
    *("environment", "operators"),
)


class FormatPages(NamedTuple):
    """What a format has in a book."""

    format: Format
    places: Places
    names: frozenset[str]
    """Relative to its folder."""

    @property
    def shared(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.format.shared(""))


def pages_of(format: Format, paths: Iterable[str], outputs: Iterable[str]) -> FormatPages:
    folder = f"{format.name}/"
    names = (name.removeprefix(folder) for name in outputs if name.startswith(folder))
    pages = frozenset(name for name in names if not name.startswith(format.index_folder))
    return FormatPages(format, format.places(paths, "", ""), pages)


def page_tasks(
    pages: FormatPages, documented: Sequence[str], outputs: Mapping[str, str]
) -> list[PageTask]:
    """The pages of a file together; every other page by itself."""
    pages_by_path = {
        path: [
            name
            for kind in (*pages.format.kinds_of_file, *pages.format.kinds_of_some_files)
            for first in [pages.places.name(PageRef(kind, path))]
            for name in (first, *continuations(first, pages.names))
            if name in pages.names
        ]
        for path in documented
    }
    of_files = {name for names in pages_by_path.values() for name in names}
    others = [("", [name]) for name in sorted(pages.names - of_files)]
    return [
        PageTask(path, tuple((name, outputs[f"{pages.format.name}/{name}"]) for name in names))
        for path, names in [*pages_by_path.items(), *others]
        if names
    ]


def page_problems(
    pages: FormatPages, documented: Sequence[str], paths: Iterable[str], tasks: Iterable[PageTask]
) -> Iterator[Problem]:
    """Every file has its pages, every folder its own, and no page is about nothing."""
    places, names = pages.places, pages.names
    for path in documented:
        for kind in pages.format.kinds_of_file:
            if (name := places.name(PageRef(kind, path))) not in names:
                yield Problem("page", name, f"is missing, and {path} is documented")
    expected = {places.name(PageRef(kind)) for kind in GLOBAL} | pages.shared
    expected |= {places.name(page.ref) for page in pages.format.own_pages}
    for folder in folders_of(paths):
        expected |= {places.name(PageRef(kind, folder)) for kind in pages.format.kinds_of_folder}
    for name in sorted(expected - names):
        yield Problem("page", name, "is missing")
    expected |= {places.name(PageRef(kind)) for kind in _OF_SOME} & names
    for task in tasks:
        for name, _ in () if task.path else task.pages:
            if name not in expected and _first_part(name, expected, places) not in expected:
                yield Problem("page", name, "is about no file and no folder of the index")


def _first_part(name: str, expected: set[str], places: Places) -> str:
    """Of ``sub_a_2.md`` the page that it goes on from, ``sub.md``."""
    stem = name.removesuffix(places.suffix)
    while "_" in stem and f"{stem}{places.suffix}" not in expected:
        stem = stem.rpartition("_")[0]
    return f"{stem}{places.suffix}"
