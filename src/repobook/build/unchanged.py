"""Whether a book is up to date: one digest of all its inputs.

The rest is looked at elsewhere: the indexes and the manifest by their stamps, the pages by theirs.
"""

import contextlib
import hashlib
from typing import Final, NamedTuple

import msgspec

from repobook.index.publish.book_folder import BookFolder, book_stamp
from repobook.index.publish.pages import PagesAccount
from repobook.model.files import Listing

_NAME: Final = "built"


class BuiltBook(NamedTuple):
    """What the last build was made from, and what it reported."""

    inputs: str
    stamp: str
    """Of both indexes and the manifest."""
    meta: dict[str, str]
    reasons: dict[str, int]
    """How many files are listed, by reason."""
    account: PagesAccount


_DECODER: Final = msgspec.msgpack.Decoder(BuiltBook)


def inputs_of(listing: Listing, *conditions: object) -> str:
    """A digest of the listing and the conditions; empty while only reading tells of a change."""
    if any(entry.kind == "file" and not (entry.blob or entry.stamp) for entry in listing.entries):
        return ""
    # A path or a pattern among the conditions need not be UTF-8.
    data = msgspec.msgpack.encode((ascii(conditions), listing._replace(notices=())))
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def load_built(book: BookFolder, inputs: str) -> BuiltBook | None:
    """None if anything that goes into the book or lies beside its pages is not as it was."""
    data = book.recalled(_NAME) if inputs else None
    with contextlib.suppress(msgspec.DecodeError):
        built = _DECODER.decode(data) if data else None
        is_same = built and built.inputs == inputs and built.stamp == book_stamp(book.path)
        return built if is_same else None
    return None


def save_built(
    book: BookFolder,
    inputs: str,
    meta: dict[str, str],
    reasons: dict[str, int],
    account: PagesAccount,
) -> None:
    """Once all is published."""
    if inputs and not account.n_incomplete:
        built = BuiltBook(inputs, book_stamp(book.path), meta, reasons, account)
        # A full disk costs the next build its time, not the book.
        with contextlib.suppress(OSError):
            book.remember(_NAME, msgspec.msgpack.encode(built))
