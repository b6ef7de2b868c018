"""A cursor goes on where an answer ended, in the same book: parts of two books never mix."""

from typing import Final

from repobook.errors import RepobookError

PATTERN: Final = "^([0-9a-f]{16}-[0-9]{1,9})?$"


class OtherBookError(RepobookError):
    """The cursor is of a book that is no longer served."""


def cursor_after(identity: str, first: int) -> str:
    return f"{identity}-{first}"


def first_after(cursor: str, identity: str) -> int:
    """Of a cursor that fits the pattern."""
    if not cursor:
        return 0
    of, _, first = cursor.partition("-")
    if of != identity:
        raise OtherBookError(
            "the book has changed since then", "repeat the request without a cursor"
        )
    return int(first)
