"""What every command has in common that reads a book."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from repobook.ask.book import Book
from repobook.ask.opening.foreign_book import damage_reported, memory_limited
from repobook.ask.opening.locate_book import find_book


def reads_book(command: Callable[..., None]) -> Callable[..., None]:
    """The command has ``--book`` and ``--json`` and is given its context and the open book."""
    with_context = click.pass_context(with_book(command))
    as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
    return book_option(as_json(with_context))


book_option = click.option(
    "--book", metavar="BOOK", help="The book to read [the one around this folder]."
)


def with_book(command: Callable[..., None]) -> Callable[..., None]:
    """The command is given the open ``book`` that is meant, whatever is in it.

    Some take it as their argument ``place``, too.
    """

    @wraps(command)
    def careful(
        *arguments: Any, book: str | None, place: str | None = None, **options: Any
    ) -> None:
        folder = find_book(book if place is None else place)
        # What is printed comes out of the same rows as what is answered.
        with damage_reported(folder), memory_limited(), Book(folder) as opened:
            command(*arguments, book=opened, **options)

    return careful
