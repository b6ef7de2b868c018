"""Names of the files and folders at the top of a book."""

from typing import Final

INDEX: Final = "book.db"
SEARCH: Final = "search.db"
MANIFEST: Final = "manifest.json"
CACHE: Final = "cache"
LOCK: Final = ".lock"
UNFINISHED: Final = "unfinished"
IGNORED: Final = ".gitignore"

MARKDOWN: Final = "markdown"
SITE: Final = "site"
FORMATS: Final = (MARKDOWN, SITE)
"""A folder for each."""
HOMES: Final = (f"{SITE}/index.html", f"{MARKDOWN}/index.md")
"""Where a reader begins, best first."""

PARTS: Final = (INDEX, SEARCH, MANIFEST, CACHE, LOCK, UNFINISHED, IGNORED, *FORMATS)
