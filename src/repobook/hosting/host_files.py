"""Files that hosts and search engines request: sitemap, robots.txt, the 404 page."""

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final
from urllib.parse import urlsplit

from repobook.hosting.page_head import page_address

_MAX_PAGES: Final = 45_000
"""Of 50,000 that a sitemap may have."""
_XML: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCHEMA: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_ASSETS: Final = re.compile(r"(href|src)=(book-assets/[^ >]+)")
_HEAD: Final = re.compile(r"<meta http-equiv.*?defer></script>", re.DOTALL)
_BRAND: Final = re.compile(r"<header><a[^>]*>([^<]*)</a>")


def sitemaps(address: str, pages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """One, or an index of several."""
    parts = [pages[at : at + _MAX_PAGES] for at in range(0, len(pages), _MAX_PAGES)]
    if len(parts) == 1:
        yield "sitemap.xml", _sitemap("url", [address + page_address(name) for name in pages])
        return
    names = [f"sitemap-{n}.xml" for n in range(1, len(parts) + 1)]
    for name, part in zip(names, parts, strict=True):
        yield name, _sitemap("url", [address + page_address(page) for page in part])
    yield "sitemap.xml", _sitemap("sitemap", [address + name for name in names])


def _sitemap(tag: str, addresses: Sequence[str]) -> bytes:
    top = "urlset" if tag == "url" else "sitemapindex"
    rows = "".join(f"<{tag}><loc>{escape(one)}</loc></{tag}>\n" for one in addresses)
    return f'{_XML}<{top} xmlns="{_SCHEMA}">\n{rows}</{top}>\n'.encode()


def robots(base: str, versions: Sequence[str]) -> bytes:
    """Everything may be read; of several versions the newest is the one to list."""
    site = f"{base}{versions[0]}/" if versions else base
    listed = f"Sitemap: {site}sitemap.xml\n" if base else ""
    return f"User-agent: *\nAllow: /\n{listed}".encode()


def versions_script(versions: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """What the switch of every version reads, and the way from the top to the newest."""
    yield "versions.js", f"book.versions({json.dumps(list(versions))});\n".encode()
    newest = escape(versions[0])
    page = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Versions</title>"
        f'<meta http-equiv=refresh content="0; url={newest}/"><link rel=canonical href={newest}/>'
        f"<p>{''.join(f'<a href={escape(one)}/>{escape(one)}</a> ' for one in versions)}\n"
    )
    yield "index.html", page.encode()


def not_found(home: str, base_url: str, versions: Sequence[str], version: str) -> bytes:
    """In the dress of the home page, with addresses that hold wherever it is shown."""
    top = f"{urlsplit(base_url).path.rstrip('/')}/"
    root = f"{top}{version}/" if version else top
    head = _HEAD.search(home)
    brand = _BRAND.search(home)
    dressed = _ASSETS.sub(rf"\1={root}\2", head[0]) if head else ""
    ways = [("Home", root), ("Search", f"{root}search.html"), ("A–Z", f"{root}keywords.html")]
    ways += [(one, f"{top}{one}/") for one in versions]
    links = "".join(f"<li><a href={address}>{escape(label)}</a>" for label, address in ways)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=robots content=noindex>"
        '<meta name=viewport content="width=device-width">'
        f"{dressed}<body class=missing><header><a href={root}>"
        f"{brand[1] if brand else 'Home'}</a></header><main id=main><h1>There is no such page</h1>"
        "<p>It may have been renamed or removed, or this version never had it. The box above finds "
        f"files and symbols by name.<ul>{links}</ul></main>\n"
    ).encode()
