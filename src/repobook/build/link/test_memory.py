"""What ranking the tests of all files worked out, kept for the next build.

It belongs to one index: the files that were ranked are as they are there. And it holds only under
the same conditions: the same files and roles, the same past.
"""

import contextlib
import hashlib
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from repobook.analyse.tests.test_commands import is_project_file
from repobook.analyse.tests.tests_for_file import TestMemory
from repobook.index.publish.book_folder import BookFolder, Recalled
from repobook.index.writer import FileKey

_NAME: Final = "tests"
_CONTENT: Final = msgspec.msgpack.Decoder(tuple[frozenset[str], TestMemory])


class StoredTests(NamedTuple):
    conditions: str
    index_identity: str
    """Of the index that it belongs to."""
    content: msgspec.Raw
    """The paths of files that hold tests, and what ranking worked out; decoded when needed."""

    def decoded(self) -> tuple[frozenset[str], TestMemory]:
        return _CONTENT.decode(self.content)


NO_TESTS: Final = StoredTests("", "", msgspec.Raw(b""))
_STORED: Final = msgspec.msgpack.Decoder(StoredTests)


def stored_tests(conditions: str, tests: Iterable[str], memory: TestMemory) -> StoredTests:
    content = msgspec.msgpack.encode((sorted(tests), memory))
    return StoredTests(conditions, "", msgspec.Raw(content))


def load_tests(recalled: Recalled) -> StoredTests:
    data = recalled(_NAME)
    with contextlib.suppress(msgspec.DecodeError):
        return _STORED.decode(data) if data else NO_TESTS
    return NO_TESTS


def save_tests(book: BookFolder, stored: StoredTests) -> None:
    # A full disk costs the next build its time, not the book.
    with contextlib.suppress(OSError):
        book.remember(_NAME, msgspec.msgpack.encode(stored))


def conditions_of_tests(keys: Iterable[FileKey], past: str) -> str:
    """Of all files path and role, of those that say how tests run the content, too."""
    digest = hashlib.blake2b(past.encode(), digest_size=16)
    for key in sorted(keys, key=lambda key: key.path):
        if key.facts:
            facts = key.facts if is_project_file(key.path) else b""
            row = (key.id, key.path, key.language, key.role, facts)
            digest.update(msgspec.msgpack.encode(row))
    return digest.hexdigest()
