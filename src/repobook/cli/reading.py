"""What every command has in common that reads a book."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from repobook.service.foreign_book import damage_reported, memory_limited
from repobook.service.locate import find_book


def reads_book(command: Callable[..., None]) -> Callable[..., None]:
    """The command is given the ``book`` that is meant, whatever is in it."""

    @wraps(command)
    def careful(*given: Any, book: str | None, **options: Any) -> None:
        place = find_book(book)
        with damage_reported(place), memory_limited():
            command(*given, book=place, **options)

    return careful
