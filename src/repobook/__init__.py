"""repobook reads a source repository and writes its book.

```python
from repobook import build_book, open_book

build_book("path/to/repository", "its.book")
with open_book("its.book") as book:
    for site in book.references("path/to/file.py::Class.method").sites:
        print(site.path, site.line, site.confidence)
```
"""

from typing import TYPE_CHECKING, Any

from repobook.errors import RepobookError

if TYPE_CHECKING:
    from repobook.api import build_book, open_book, verify_book
    from repobook.ask.book import Book

__version__ = "0.1.0"
__all__ = ["Book", "RepobookError", "build_book", "open_book", "verify_book"]


def __getattr__(name: str) -> Any:
    """Loaded when it is asked for: commands must not wait for what they do not use."""
    if name not in __all__:
        raise AttributeError(f"module 'repobook' has no attribute {name!r}")
    from repobook import api
    from repobook.ask import book

    return getattr(book if name == "Book" else api, name)
