"""The frame of every page of the site: breadcrumbs, views and links to other pages.

It stays small, for there are tens of thousands of pages: what is the same on all of them (styles,
scripts, the tree of files) lies in shared files.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from repobook.model.blocks import Page, PageKind, PageRef
from repobook.render.html.html_text import text
from repobook.render.places import Places
from repobook.render.site.site_assets import asset_name

Address = Callable[[PageRef], str]

# Firefox takes no page on a disk for "self" where a base is named.
_POLICY: Final = "default-src 'self';object-src 'none';base-uri 'self' file:;form-action 'self'"
_IN_SOME_FILES: Final = "symbols"
INSTEAD: Final[Mapping[PageKind, PageKind]] = {"keywords": "file", "subtree": "overview"}
"""Pages that the site lacks, and what is linked in their place. The words of a file or folder are
found by its search and its index: pages of them would be a fifth of its weight."""
_OF_FILE: Final[tuple[tuple[str, PageKind], ...]] = (
    ("Document", "file"),
    ("Source", "source"),
    ("Symbols", _IN_SOME_FILES),
)
_OF_FOLDER: Final[tuple[tuple[str, PageKind], ...]] = (
    ("Contents", "listing"),
    ("Overview", "overview"),
)
_EVERYWHERE: Final[tuple[tuple[str, PageKind], ...]] = (
    ("A–Z", "a-z"),
    ("Book", "book"),
    ("Insights", "findings"),
)
_OF_WHOLE: Final[tuple[tuple[str, PageKind], ...]] = (
    ("Findings", "findings"),
    ("Hotspots", "hotspots"),
    ("Dependencies", "dependencies"),
    ("Gaps", "gaps"),
    ("Checks", "verification"),
)
_HOME: Final = PageRef("listing")
_AT_HOME: Final = (("Help", PageRef("help")), ("Settings", PageRef("settings")))
_CITING_OWN_LINES: Final = ("file", _IN_SOME_FILES)
_MAX_CRUMBS: Final = 12
_LINKED_EVERYWHERE: Final = ("listing", *(kind for _, kind in _EVERYWHERE))
_KINDS_OF_FILE: Final = frozenset(kind for _, kind in _OF_FILE)
_KINDS_OF_FOLDER: Final = frozenset(kind for _, kind in _OF_FOLDER)
_KINDS_OF_WHOLE: Final = frozenset(kind for _, kind in _OF_WHOLE)


def base_of(ref: PageRef) -> PageRef | None:
    """The page that fragments alone lead to. Most links of these pages lead to lines of their own
    file, and its name in each of them would be a twentieth of the site."""
    return PageRef("source", ref.path) if ref.kind in _CITING_OWN_LINES else None


def shell(page: Page, places: Places, address: Address, body: str) -> str:
    root = "../" * places.name(page.ref).count("/")
    return (
        f"{_head(page, places, root, address)}<body class={page.ref.kind}>"
        f"<header><a href={address(PageRef('listing'))}>{text(places.title)}</a>"
        f"{_everywhere(page.ref, address)}</header>"
        f"{_crumbs(page.ref, address)}<main id=main><h1>{text(_title(page))}</h1>"
        f"{_views(page, address)}{body}</main>{_onward(page, address)}\n"
    )


def _head(page: Page, places: Places, root: str, address: Address) -> str:
    title = _title(page)
    base = base_of(page.ref)
    named = f"{text(title)} · " if title != places.title else ""
    styles, early = (f"{root}{asset_name(name)}" for name in ("book.css", "early.js"))
    named_base = f"<base href={address(base)}>" if base else ""
    return (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width">'
        f'<meta http-equiv=Content-Security-Policy content="{_POLICY}">'
        f"{named_base}<title>{named}{text(places.title)}</title>"
        f"<link rel=stylesheet href={styles}>"
        f"<script src={early}></script>"
    )


def _everywhere(ref: PageRef, address: Address) -> str:
    """Only on pages about the whole; on the many others a script puts the same links."""
    # All pages of insights are reached by the first of them; any further page is a part of it.
    is_insight = ref.kind in _KINDS_OF_WHOLE - {"findings"}
    near = PageRef("findings", part=ref.kind) if is_insight else ref
    links = [_entry(label, PageRef(kind), near, address) for label, kind in _EVERYWHERE]
    return "" if ref.path else f"<nav aria-label=Book>{''.join(links)}</nav>"


def _entry(label: str, there: PageRef, here: PageRef, address: Address) -> str:
    if there == here:  # It needs no address, which would be repeated on every page.
        return f"<a aria-current=page>{label}</a>"
    current = " aria-current=true" if there == here._replace(part="") else ""
    return f"<a href={address(there)}{current}>{label}</a>"


def _crumbs(ref: PageRef, address: Address) -> str:
    """The folders above, each with its listing."""
    if not ref.path:
        return ""
    links = "".join(_folders_above(ref.path, address))
    return f"<nav aria-label=Folders>{links}</nav>" if links else ""


def _folders_above(path: str, address: Address) -> Iterator[str]:
    """Of a very deep path the nearest: a page for each of them leads further up."""
    nearest: list[str] = []
    above = path.rpartition("/")[0]
    while above and len(nearest) < _MAX_CRUMBS:
        parent, _, name = above.rpartition("/")
        nearest.append(f"<a href={address(PageRef('listing', above))}>{text(name) or '%2F'}</a>/")
        above = parent
    yield "…/" if above else ""
    yield from reversed(nearest)


def _title(page: Page) -> str:
    """The last part of the path; folders stand above it, views below."""
    kind, path, part = page.ref
    name = path.rpartition("/")[2]
    if not path or kind not in _KINDS_OF_FILE | _KINDS_OF_FOLDER:
        return page.title
    slash = "/" if kind in _KINDS_OF_FOLDER else ""
    return f"{name}{slash} · {part}" if part else f"{name}{slash}"


def _views(page: Page, address: Address) -> str:
    ref = page.ref
    kinds = _OF_FILE if ref.kind in _KINDS_OF_FILE else ()
    kinds = _OF_FOLDER if ref.kind in _KINDS_OF_FOLDER else kinds
    kinds = _OF_WHOLE if ref.kind in _KINDS_OF_WHOLE else kinds
    lacking = {_IN_SOME_FILES} - {there.kind for _, there in page.neighbours}
    links = [
        _entry(label, PageRef(kind, ref.path), ref, address)
        for label, kind in kinds
        if kind not in lacking
    ]
    return f"<nav aria-label=Views>{''.join(links)}</nav>" if links else ""


def _onward(page: Page, address: Address) -> str:
    """Links to neighbours that are not linked above already."""
    neighbours = [
        (label, ref) for label, ref in page.neighbours if not _is_linked_above(page.ref, ref)
    ]
    links = [
        f"<a href={address(ref)}>{text(label)}</a>"
        for label, ref in (*neighbours, *(_AT_HOME if page.ref == _HOME else ()))
    ]
    return f"<footer><nav aria-label=Further>{''.join(links)}</nav></footer>" if links else ""


def _is_linked_above(here: PageRef, there: PageRef) -> bool:
    if there.part:
        return False
    is_view = there.path == here.path and (
        {here.kind, there.kind} <= _KINDS_OF_FILE or {here.kind, there.kind} <= _KINDS_OF_FOLDER
    )
    is_above = there.kind == "listing" and f"{here.path}/".startswith(f"{there.path}/")
    return is_view or is_above or there.kind in (*INSTEAD, *_LINKED_EVERYWHERE)
