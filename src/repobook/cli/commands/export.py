"""``repobook export``: the book in a format that another tool reads."""

import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import click

from repobook.ask.opening.foreign_book import damage_reported, memory_limited
from repobook.ask.opening.locate_book import find_book
from repobook.cli.output import say
from repobook.cli.reading import book_option
from repobook.disk.writing import make_folders, write_new_file
from repobook.errors import RepobookError
from repobook.export.format import Format, all_formats, load_format
from repobook.index.reader.whole_book import WholeBook


@click.command()
@click.argument("format", type=click.Choice([*all_formats()]))
@book_option
@click.option("-o", "--output", metavar="PATH", help="The file or folder to write [stdout].")
@click.option(
    "--path", "folder", default="", metavar="FOLDER", help="Only files below this folder."
)
def command(format: str, book: str | None, output: str | None, folder: str) -> None:
    """Write the book as FORMAT.

    \b
    scip        definitions and references, for code browsers
    sarif       findings, for code scanning; gitlab: for GitLab's Code Quality
    ctags       tags, for editors
    objects-inv names, for the documentation of others (Sphinx)
    llms        a table of contents for models; llms-full: what every file defines
    jsonl       all public views as JSON Lines with JSON Schemas; parquet: in columns
    graphml     the graph of files; dot and mermaid: to be drawn
    cyclonedx   declared dependencies, with the line that declares them
    owners      who owns every file, with the line that says so
    """
    place = find_book(book)
    chosen = load_format(format)
    with damage_reported(place), memory_limited(), closing(WholeBook(place, folder)) as opened:
        if output:
            _write(chosen, opened, Path(output))
        else:
            _print(chosen, opened, format)


def _write(format: Format, book: WholeBook, output: Path) -> None:
    if not format.file:
        make_folders(output)
    n_bytes = 0
    for file in format.files(book):
        target = output if format.file else output / file.name
        with write_new_file(target) as stream:
            n_bytes += _copy(file.pieces, stream)
    say(f"{output}: {n_bytes:,} bytes")


def _print(format: Format, book: WholeBook, name: str) -> None:
    if not format.file:
        raise RepobookError(f"{name} is several files", "choose a folder with -o")
    for file in format.files(book):
        _copy(file.pieces, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _copy(pieces: Iterable[bytes], stream: BinaryIO) -> int:
    n_bytes = 0
    for piece in pieces:
        n_bytes += stream.write(piece)
    return n_bytes
