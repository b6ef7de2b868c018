"""``repobook mcp``: the book for coding agents, over pipes or HTTP on this machine."""

import os
import shutil
import sys
from contextlib import nullcontext
from pathlib import Path

import click

from repobook.ask.opening.foreign_book import memory_limited
from repobook.ask.opening.locate_book import find_book, repository_name
from repobook.build.watching import Watch, sight_of
from repobook.cli.choices import Choices, chosen, own_command
from repobook.cli.output import print_line, say
from repobook.disk.writing import make_folders, write_new_file
from repobook.errors import RepobookError
from repobook.mcp.books import BookPlace, OpenBook, Updater
from repobook.mcp.calls import Calls
from repobook.mcp.clients import CLIENTS, Client
from repobook.model.book_layout import INDEX


@click.command(short_help="Answer coding agents over the Model Context Protocol.")
@click.argument("paths", nargs=-1)
@click.option(
    "--book", "books", multiple=True, metavar="BOOK", help="A book, same as PATHS (repeatable)."
)
@click.option(
    "--fleet", metavar="FLEET", help="Answer across the repositories listed in this file."
)
@click.option("--http", "is_http", is_flag=True, help="Use HTTP on this machine instead of stdio.")
@click.option("--port", default=8643, show_default=True, type=click.IntRange(0, 65535), metavar="N")
@click.option("--update", is_flag=True, help="Rebuild a book before answering if files changed.")
@click.option(
    "--no-structured", is_flag=True, help="Answer with text only, without structured content."
)
@click.option(
    "--install",
    "client",
    type=click.Choice([*CLIENTS]),
    help="Print the configuration for a client.",
)
@click.option("--yes", is_flag=True, help="With --install: write the file without asking.")
@chosen
def command(
    paths: tuple[str, ...],
    books: tuple[str, ...],
    fleet: str | None,
    is_http: bool,
    port: int,
    update: bool,
    no_structured: bool,
    client: str | None,
    yes: bool,
    choices: Choices,
) -> None:
    """Answer coding agents about the books or repositories at PATHS [the current folder].

    The other options are those of `repobook build`, for --update.
    """
    paths = *paths, *books
    if client:
        _install(CLIENTS[client], paths, update, yes)
        return
    if fleet is not None:
        _serve(_fleet_calls(Path(fleet)), port if is_http else None, not no_structured)
        return
    places = _places(paths)
    opened = {place.name: _opened(place, update, choices) for place in places}
    # A book may be anybody's; but what a build may take is not for a reader to say.
    with nullcontext() if update else memory_limited():
        _serve(Calls(opened), port if is_http else None, not no_structured)


def _fleet_calls(file: Path) -> Calls:
    from repobook.fleet.config import read_fleet
    from repobook.mcp.fleet.fleet_calls import FleetCalls

    return FleetCalls(read_fleet(file))


def _serve(calls: Calls, port: int | None, is_structured: bool) -> None:
    # Imported here because it is slow to load, and an extra.
    try:
        from repobook.mcp.server import server
        from repobook.mcp.transports import PATH, serve_http, serve_pipes
        from repobook.web.server import ADDRESS, listen
    except ImportError:
        raise RepobookError("the MCP SDK is not installed", "pip install 'repobook[mcp]'") from None
    made = server(calls, is_structured)
    if port is None:
        serve_pipes(made)
        return
    listening = listen(port)
    address = f"http://{ADDRESS}:{listening.getsockname()[1]}{PATH}"
    serve_http(made, listening, lambda: print_line(address))


def _places(paths: tuple[str, ...]) -> list[BookPlace]:
    found = [_place(path) for path in paths] or [_around(find_book(None))]
    names: dict[str, BookPlace] = {}
    for place in found:
        n = sum(name.partition("-")[0] == place.name for name in names)
        name = f"{place.name}-{n + 1}" if place.name in names else place.name
        names[name] = place._replace(name=name)
    return [*names.values()]


def _place(path: str) -> BookPlace:
    """A book, or a repository with its book in it, beside it or here."""
    if (Path(path) / INDEX).is_file():
        return _around(find_book(path))
    root = os.path.realpath(path)
    name = repository_name(root)
    for folder in (Path(root), Path(root).parent, Path.cwd()):
        if (folder / f"{name}.book" / INDEX).is_file():
            return BookPlace(name, folder / f"{name}.book", root)
    raise RepobookError(f"there is no book of {path}", f"build one with: repobook build {path}")


def _around(book: Path) -> BookPlace:
    """A book lies in the repository of its name or beside it; else its files are not known."""
    place = Path(os.path.realpath(book))
    name = place.name.removesuffix(".book")
    beside = place.parent / name
    inside = place.parent if place.parent.name == name else None
    root = inside or (beside if beside.is_dir() else None)
    return BookPlace(name, place, str(root) if root else "")


def _opened(place: BookPlace, update: bool, choices: Choices) -> OpenBook:
    if not update:
        return OpenBook(place)
    if not place.root:
        raise RepobookError(f"{place.folder}: its repository is unknown", "pass its path")
    spec = choices.source(place.root)._replace(output=str(place.folder))
    watch = Watch(lambda: sight_of(spec))
    options = ["-o", str(place.folder), "--quiet", *choices.arguments(), "--", place.root]
    return OpenBook(place, Updater(watch.is_stale, watch.set_built, own_command("build", *options)))


def _install(client: Client, paths: tuple[str, ...], update: bool, yes: bool) -> None:
    """Prints what belongs into the client's file; writes it only when that is asked for."""
    arguments = [str(Path(path).resolve()) for path in paths]
    command = [*_executable(), "mcp", *(["--update"] if update else []), *arguments]
    file = Path(client.file).expanduser()
    old = file.read_text("utf-8") if file.exists() else ""
    try:
        text = client.merged(old, command)
        print_line(f"{file}:")
        click.echo(client.merged("", command))
    except ValueError as error:
        raise RepobookError(f"{file}: {error}", "add the server there by hand") from None
    if yes or (sys.stdin.isatty() and click.confirm(f"Write it to {file}?", err=True)):
        make_folders(file.parent)
        with write_new_file(file) as target:
            target.write(text.encode())
        say(f"written: {file}")


def _executable() -> list[str]:
    """By its whole path: a client need not have the PATH of this terminal."""
    found = shutil.which("repobook")
    return [found] if found else own_command()
