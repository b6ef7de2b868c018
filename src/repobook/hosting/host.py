"""Writes the site of a book for a static host: pages, sitemap, robots.txt, 404 page.

A version lies in a folder of its own beside others; without one the site lies right in the folder.
All is written beside its place first, so that a host never shows half of a site.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from repobook.disk.writing import WritableFolder, make_folders
from repobook.errors import RepobookError
from repobook.hosting.host_files import not_found, robots, sitemaps, versions_script
from repobook.hosting.page_head import EMPTY_PAGE, HomeHead, PageHead
from repobook.hosting.site_archive import write_archive
from repobook.hosting.site_sizes import SiteSizes, sizes_of
from repobook.hosting.social_card import social_card
from repobook.index.publish.manifest import manifest_bytes, read_manifest, read_outputs
from repobook.model.book_layout import SITE
from repobook.verify.page_bytes import page_bytes

MARKER: Final = "published.json"
LATEST: Final = "latest"
CARD: Final = "book-assets/card.png"
_HOME: Final = "index.html"
_HTML: Final = ".html"
_TEXT: Final = (_HTML, ".js", ".css", ".svg", ".xml", ".txt")
_URL: Final = re.compile(r"https?://[A-Za-z0-9.:_~%/-]+\Z")
_VERSION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")
_WORK: Final = ".publishing-"
_OURS: Final = frozenset([MARKER, "404.html", "robots.txt", "sitemap.xml"])


class HostRequest(NamedTuple):
    book: Path
    output: Path
    base_url: str = ""
    version: str = ""
    max_bytes: int = 0
    """0 for no limit."""
    is_compressed: bool = False
    is_archive: bool = False
    """Whether the output is one file, which `serve` reads."""


class HostReport(NamedTuple):
    output: str
    n_pages: int
    sizes: SiteSizes
    versions: tuple[str, ...]
    is_too_large: bool
    """Then nothing was written."""
    n_packed: int = 0
    """The bytes of an archive."""


def publish(request: HostRequest) -> HostReport:
    _check(request)
    names = _site_names(request.book)
    sizes = sizes_of(dict(_sizes(request, names)))
    n_pages = sum(name.endswith(_HTML) for name in names)
    is_too_large = 0 < request.max_bytes < sizes.n_bytes
    versions: tuple[str, ...] = ()
    if request.is_archive and not is_too_large:
        write_archive(request.output, _pages(request, names))
    elif not is_too_large:
        versions = _write(request, names, sizes)
    n_packed = request.output.stat().st_size if request.is_archive and not is_too_large else 0
    return HostReport(str(request.output), n_pages, sizes, versions, is_too_large, n_packed)


def _check(request: HostRequest) -> None:
    if request.base_url and not _URL.match(request.base_url):
        raise RepobookError(
            f"not a site URL: {request.base_url}", "such as https://example.org/docs/"
        )
    if request.version and not _VERSION.match(request.version):
        raise RepobookError(f"not a valid version name: {request.version}", "such as v1.2")
    if request.is_archive and (request.version or request.is_compressed):
        hint = "leave out --version and --gzip"
        raise RepobookError("an archive holds one version, compressed already", hint)


def _site_names(book: Path) -> list[str]:
    """Below the folder of the site, in order."""
    prefix = f"{SITE}/"
    outputs = read_outputs(manifest_bytes(book))
    names = [name.removeprefix(prefix) for name in outputs if name.startswith(prefix)]
    if _HOME not in names:
        hint = "build one with: repobook build PATH --formats site"
        raise RepobookError(f"the book at {book} has no site", hint)
    if taken := sorted(_OURS & {name.partition("/")[0] for name in names}):
        hint = "build without it: --exclude"
        raise RepobookError(f"the repository has a folder named {taken[0]}", hint)
    return sorted(names)


def _sizes(request: HostRequest, names: list[str]) -> Iterator[tuple[str, int]]:
    """Of all that is written of the site, with what its address adds."""
    heads, empty = _heads(request), EMPTY_PAGE
    for name in names:
        n_added = len(heads.added(name, empty)) - len(empty) if name.endswith(_HTML) else 0
        yield name, _n_bytes(request.book, name) + n_added
    for name, data in _maps(request, names):
        yield name, len(data)


def _maps(request: HostRequest, names: list[str]) -> Iterator[tuple[str, bytes]]:
    if request.base_url and not request.is_archive:
        pages = [name for name in names if name.endswith(_HTML)]
        yield from sitemaps(_address(request), pages)


def _n_bytes(book: Path, name: str) -> int:
    try:
        return (book / SITE / name).stat().st_size
    except OSError as error:
        raise _damaged(name) from error


def _damaged(name: str) -> RepobookError:
    return RepobookError(f"{SITE}/{name} does not match the manifest", "rebuild the book")


def _write(request: HostRequest, names: list[str], sizes: SiteSizes) -> tuple[str, ...]:
    make_folders(request.output)
    with WritableFolder(request.output) as files:
        state = _state(request, files)
        with files.fresh_folder(_WORK) as work:
            try:
                site = f"{request.version}/" if request.version else ""
                _write_site(request, names, sizes, work, site)
                versions = _versions(state, request.version)
                for name, data in _at_the_top(request, work, site, versions):
                    work.write(name, data)
                _put(files, work, request.version)
            finally:
                files.remove_all(work.path.name)
    return versions


def _state(request: HostRequest, files: WritableFolder) -> Mapping[str, Any]:
    """What an earlier run said of the folder; nothing else of anybody is ever replaced."""
    marker = request.output / MARKER
    if marker.is_file() and not marker.is_symlink():
        try:
            state = json.loads(marker.read_bytes())
        except ValueError:
            state = None
        if isinstance(state, dict) and state.get("made_by") == "repobook":
            if bool(state.get("versions")) != bool(request.version):
                raise RepobookError(
                    f"{request.output} holds {'versions' if state['versions'] else 'one site'}",
                    "choose another -o, or give --version as before",
                )
            return state
    if files.entries():
        hint = "choose an empty folder, or one that publish has written"
        raise RepobookError(f"{request.output} contains other files", hint)
    return {}


def _versions(state: Mapping[str, Any], version: str) -> tuple[str, ...]:
    """The newest first: `latest`, then by the numbers in their names."""
    if not version:
        return ()
    earlier = state.get("versions")
    known = (
        {one for one in earlier if isinstance(one, str) and _VERSION.match(one)}
        if isinstance(earlier, list)
        else set()
    )
    return tuple(sorted({*known, version}, key=_age))


def _age(version: str) -> tuple[bool, list[tuple[bool, int, str]]]:
    parts = re.findall(r"\d+|[^\d]+", version)
    return version != LATEST, [(p.isdigit(), -int(p) if p.isdigit() else 0, p) for p in parts]


def _write_site(
    request: HostRequest, names: list[str], sizes: SiteSizes, work: WritableFolder, site: str
) -> None:
    for name, data in _pages(request, names):
        _put_file(request, work, f"{site}{name}", data)
    work.write(f"{site}{CARD}", social_card(sizes))
    for name, data in _maps(request, names):
        _put_file(request, work, f"{site}{name}", data)


def _pages(request: HostRequest, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Each as the manifest says, with what its address adds to its head."""
    book = str(request.book)
    sha256_by_name = read_outputs(manifest_bytes(request.book))
    heads = _heads(request)
    for name in names:
        data = page_bytes(book, f"{SITE}/{name}")
        if hashlib.sha256(data).digest() != sha256_by_name[f"{SITE}/{name}"]:
            raise _damaged(name)
        yield name, heads.added(name, data) if name.endswith(_HTML) else data


def _heads(request: HostRequest) -> PageHead:
    """The same page of the latest version is the one that search engines should show."""
    newest = request.output / LATEST
    address = _address(request)
    is_old = bool(request.base_url and request.version not in ("", LATEST))
    top = f"{request.base_url.rstrip('/')}/{LATEST}/"
    return PageHead(
        address,
        top if is_old else "",
        lambda name: (newest / name).is_file(),
        bool(request.version),
        HomeHead(f"{address}{CARD}" if address else ""),
    )


def _address(request: HostRequest) -> str:
    """Of the site itself, with a slash at its end; empty where it is not known."""
    if not request.base_url:
        return ""
    base = f"{request.base_url.rstrip('/')}/"
    return f"{base}{request.version}/" if request.version else base


def _put_file(request: HostRequest, work: WritableFolder, name: str, data: bytes) -> None:
    work.write(name, data)
    if request.is_compressed and name.endswith(_TEXT):
        work.write(f"{name}.gz", gzip.compress(data, mtime=0))


def _at_the_top(
    request: HostRequest, work: WritableFolder, site: str, versions: tuple[str, ...]
) -> Iterator[tuple[str, bytes]]:
    """What belongs to the host and not to one version."""
    manifest = read_manifest(request.book)
    state = {"made_by": "repobook", "versions": list(versions), "commit": manifest.get("commit")}
    yield MARKER, json.dumps(state, indent=1).encode()
    home = (work.path / f"{site}{_HOME}").read_text("utf-8")
    yield "404.html", not_found(home, request.base_url, versions, request.version)
    base = f"{request.base_url.rstrip('/')}/" if request.base_url else ""
    yield "robots.txt", robots(base, versions)
    if versions:
        yield ".nojekyll", b""
        yield from versions_script(versions)


def _put(files: WritableFolder, work: WritableFolder, version: str) -> None:
    """Each entry is replaced by a rename; what the last run left of the same site goes."""
    entries = work.entries()
    if not version:
        for old in files.entries():
            if old.name != work.path.name:
                files.remove_all(old.name)
    for entry in entries:
        files.remove_all(entry.name)
        if entry.kind == "folder":
            with closing(WritableFolder(work.path)) as fresh:
                fresh.move_folder(entry.name, files)
        else:
            work.move(entry.name, files, entry.name)
