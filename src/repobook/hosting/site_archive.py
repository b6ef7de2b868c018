"""The site of a book as one zip file, a quarter of its size, that ``serve`` can read.

Names are in order and no time is written, so that the same book makes the same bytes.
"""

import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from repobook.disk.writing import make_folders, write_new_file
from repobook.errors import RepobookError

_BEGINNING: Final = (1980, 1, 1, 0, 0, 0)
_MAX_PAGE: Final = 64 << 20
"""No page is longer; what says so in an archive from elsewhere is not unpacked."""
# RuntimeError: a page that asks for a password.
_UNREADABLE: Final = (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)
_MAX_PAGES: Final = 2_000_000


class ArchivedPage(NamedTuple):
    content: bytes
    checksum: str
    """Of what is in it, for readers who have it already."""


def write_archive(path: Path, pages: Iterable[tuple[str, bytes]]) -> None:
    """What lies there is replaced only if it is an archive too."""
    if path.exists() and not zipfile.is_zipfile(path):
        raise RepobookError(f"{path} is not a site archive", "choose another name")
    make_folders(path.parent)
    with write_new_file(path) as file, zipfile.ZipFile(file, "w") as archive:
        for name, data in pages:
            info = zipfile.ZipInfo(name, _BEGINNING)
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)


class SiteArchive:
    """An archive that is open for reading; names are looked up and lead nowhere else."""

    def __init__(self, path: Path) -> None:
        try:
            self._archive = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile) as error:
            hint = "create one with: repobook publish --archive"
            raise RepobookError(f"{path} is not a site archive", hint) from error
        entries = self._archive.infolist()
        self._entries = {info.filename: info for info in entries[:_MAX_PAGES]}

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def page(self, name: str) -> ArchivedPage | None:
        """Nothing where it is not there, is too long or is damaged."""
        info = self._entries.get(name)
        if info is None or info.file_size > _MAX_PAGE:
            return None
        try:
            with self._archive.open(info) as file:
                content = file.read(_MAX_PAGE)
        except _UNREADABLE:
            return None
        return ArchivedPage(content, f"{info.CRC:08x}-{info.file_size:x}")

    def close(self) -> None:
        self._archive.close()
