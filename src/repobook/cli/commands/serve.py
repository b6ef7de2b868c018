"""``repobook serve``: the book in a browser, and its answers over HTTP."""

import subprocess
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click

from repobook.cli.choices import Choices, chosen, own_command
from repobook.cli.output import print_line, say
from repobook.service.locate import default_book, find_book


@click.command()
@click.argument("path", required=False)
@click.option("--book", metavar="BOOK", help="The book to serve, and to build when PATH is given.")
@click.option("--port", default=8642, show_default=True, type=click.IntRange(0, 65535), metavar="N")
@click.option("--open", "is_opened", is_flag=True, help="Open it in the browser.")
@chosen
@click.pass_context
def command(
    ctx: click.Context,
    path: str | None,
    book: str | None,
    port: int,
    is_opened: bool,
    choices: Choices,
) -> None:
    """Serve the book of the repository at PATH on this machine, built anew when files change.

    Without PATH a book is served as it is. Port 0 takes any that is free. The other options are
    those of `repobook build`.
    """
    # Not for the commands that are only told of: this takes a while to load.
    from repobook.web.app import application
    from repobook.web.server import listen, server
    from repobook.web.watched import UNWATCHED, WatchedTree

    listening = listen(port)
    folder = find_book(book) if path is None else _built(ctx, path, book, choices)
    watch = own_command("watch", "--json", "-o", folder, *choices.arguments(), "--", path or "")
    app = application(folder, UNWATCHED if path is None else WatchedTree(watch))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    try:
        server(app, _told(address, is_opened)).run(sockets=[listening])
    except KeyboardInterrupt:
        say("served until now")


def _built(ctx: click.Context, path: str, book: str | None, choices: Choices) -> Path:
    """The first build is waited for; later ones happen beside the book that is there."""
    folder = Path(book) if book else default_book(choices.source(path))
    if not (folder / "book.db").is_file():
        build = own_command("build", "-o", folder, *choices.arguments(), "--", path)
        code = subprocess.run(build, stdout=subprocess.DEVNULL, check=False).returncode
        if code:
            ctx.exit(code)
    return find_book(str(folder))


def _told(address: str, is_opened: bool) -> Callable[[], None]:
    def tell() -> None:
        print_line(address)
        say("Ctrl-C ends it")
        if is_opened:
            webbrowser.open(address)

    return tell
