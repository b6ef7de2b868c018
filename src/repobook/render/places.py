"""Where pages lie below the folder of a format, and how one leads to another.

Names follow the contract: ``<file>_docs.md``, ``<file>_kw.md``; a folder's ``index.md``,
``doc.md`` and ``sub.md``. What a name cannot be on some file system is spelt differently.
"""

from typing import Final, NamedTuple

from repobook.model.blocks import Cite, PageRef

_OF_FILE: Final = {"file": "_docs", "keywords": "_kw"}
_OF_FOLDER: Final = {"listing": "index", "overview": "doc", "subtree": "sub"}
_GLOBAL: Final = {
    "a-z": "keywords",
    "book": "comprehensive_book",
    "readme": "README",
    "verification": "verification_report",
}


class Places(NamedTuple):
    sources: str = ""
    """From the folder of the format to the root of the repository; empty where the book lies
    elsewhere, and lines are shown by the page that holds the text."""

    def name(self, ref: PageRef) -> str:
        """Relative to the folder of the format, with ``/``."""
        raise NotImplementedError

    def href(self, here: PageRef, there: PageRef, anchor: str = "") -> str:
        raise NotImplementedError

    def source_href(self, here: PageRef, cite: Cite) -> str:
        raise NotImplementedError
