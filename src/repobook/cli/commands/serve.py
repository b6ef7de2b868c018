"""``repobook serve``: the book in a browser, and its answers over HTTP."""

import subprocess
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click

from repobook.ask.opening.locate_book import default_book, find_book
from repobook.ask.opening.published_book import has_pages
from repobook.cli.choices import Choices, chosen, own_command
from repobook.cli.output import print_line, say
from repobook.errors import RepobookError


@click.command(short_help="Serve the book in a browser and over HTTP.")
@click.argument("path", required=False)
@click.option(
    "--book", metavar="BOOK", help="The book to serve; with PATH, also where to build it."
)
@click.option("--fleet", metavar="FLEET", help="Serve the repositories listed in this file.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on (fleets only)."
)
@click.option("--port", default=8642, show_default=True, type=click.IntRange(0, 65535), metavar="N")
@click.option("--open", "is_opened", is_flag=True, help="Open the browser.")
@chosen
@click.pass_context
def command(
    ctx: click.Context,
    path: str | None,
    book: str | None,
    fleet: str | None,
    host: str,
    port: int,
    is_opened: bool,
    choices: Choices,
) -> None:
    """Serve the book of the repository at PATH on this machine and rebuild it when files change.

    The server answers as soon as the index is ready; pages are rendered on request unless the book
    has them. Without PATH it serves an existing book or an archive written by `publish`. Port 0
    picks a free port. The other options are those of `repobook build`.

    A fleet can be served on a network if a proxy in front authenticates users (docs/fleet.md).
    """
    if fleet is not None:
        if path or book:
            raise click.UsageError("--fleet takes neither PATH nor --book", ctx)
        _serve_fleet(Path(fleet), host, port)
        return
    # Imported here because it is slow to load.
    from repobook.web.app import application
    from repobook.web.server import listen, server
    from repobook.web.watched_sources import WatchedTree

    listening = listen(port)
    if path is None and book and Path(book).is_file():
        from repobook.web.archive_app import archive_application

        app = archive_application(Path(book))
    elif path is None:
        app = application(find_book(book))
    else:
        spec = choices.source(path)
        folder = Path(book) if book else default_book(spec)
        # Pages are made when they are read, unless the book has them already.
        no_pages = choices.no_pages or not (choices.formats or has_pages(folder))
        options = ["-o", str(folder), *choices._replace(no_pages=no_pages).arguments(), "--", path]
        tree = WatchedTree(own_command("watch", "--json", *options))
        spec = spec._replace(output=str(folder))
        try:
            app = application(folder, tree, spec)
        except RepobookError:  # there is none yet, or none that this version reads
            _build(ctx, options)
            app = application(folder, tree, spec)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    try:
        server(app, _announcement(address, is_opened)).run(sockets=[listening])
    except KeyboardInterrupt:
        say("stopped")


def _serve_fleet(file: Path, host: str, port: int) -> None:
    from repobook.fleet.config import read_fleet
    from repobook.web.fleet.app import fleet_application
    from repobook.web.fleet.audit import open_audit
    from repobook.web.server import ADDRESS, listen, server

    fleet = read_fleet(file)
    if host != ADDRESS and fleet.access is None:
        hint = "configure the trusted proxy under [access] in the fleet file (docs/fleet.md)"
        raise RepobookError(f"clients outside {ADDRESS} cannot be identified", hint)
    listening = listen(port, host)
    app = fleet_application(fleet, open_audit(fleet.audit))
    address = f"http://{host}:{listening.getsockname()[1]}/"
    try:
        server(app, _announcement(address, False)).run(sockets=[listening])
    except KeyboardInterrupt:
        say("stopped")


def _build(ctx: click.Context, options: list[str]) -> None:
    """Waits for the build; later builds run while the book is served."""
    build = own_command("build", *options)
    code = subprocess.run(build, stdout=subprocess.DEVNULL, check=False).returncode
    if code:
        ctx.exit(code)


def _announcement(address: str, is_opened: bool) -> Callable[[], None]:
    def announce() -> None:
        print_line(address)
        say("press Ctrl-C to stop")
        if is_opened:
            webbrowser.open(address)

    return announce
