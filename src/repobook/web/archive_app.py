"""A site that lies in one archive, over HTTP: pages alone, for there is no index to ask."""

from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from repobook.hosting.site_archive import SiteArchive
from repobook.web.failures import failure
from repobook.web.guard import Allowed, Guard
from repobook.web.pages import content_type

_HOME: Final = "index.html"


def archive_application(path: Path) -> ASGIApp:
    archive = SiteArchive(path)

    # Not in a thread: to unpack a page takes less than to hand it over.
    async def page(request: Request) -> Response:
        return _page(archive, request)

    return Guard(Starlette(routes=[Route("/{rest:path}", page)]), Allowed())


def _page(archive: SiteArchive, request: Request) -> Response:
    path: str = request.scope["path"]
    name = path.removeprefix("/")
    name = f"{name}{_HOME}" if not name or name.endswith("/") else name
    if (page := archive.page(name)) is None:
        if f"{name}/{_HOME}" in archive:
            return RedirectResponse(f"/{quote(name)}/")
        return failure(path, 404, "the archive has no such page")
    etag = f'"{page.checksum}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache", "Content-Type": content_type(name)}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    headers["Content-Length"] = str(len(page.content))
    return Response(b"" if request.method == "HEAD" else page.content, headers=headers)
