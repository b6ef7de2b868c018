"""Whether files changed since the build, by content, not by commit.

Only what is newer than the book, or of another size, is read.
"""

import os
from collections.abc import Iterable
from typing import Final

from repobook.disk.reading import open_regular
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_blobs import FileContent, contents_of
from repobook.scan.git.blobs import blob_hash

_MAX_READ: Final = 8 << 20


def changed_files(
    reader: BookReader, root: str, paths: Iterable[str], built_ns: int
) -> tuple[str, ...]:
    """Of some paths, those whose content below ``root`` is another one, or that are gone."""
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        contents = contents_of(reader, paths)
        return tuple(one.path for one in contents if _is_changed(folder, one, built_ns))
    finally:
        os.close(folder)


def _is_changed(folder: int, content: FileContent, built_ns: int) -> bool:
    try:
        with open(open_regular(folder, os.fsencode(content.path)), "rb") as file:
            status = os.fstat(file.fileno())
            if status.st_size != content.n_bytes:
                return True
            is_older = max(status.st_mtime_ns, status.st_ctime_ns) < built_ns
            return not is_older and blob_hash(file.read(_MAX_READ)) != content.blob
    except (OSError, ValueError):
        return True
