"""A page as a format wrote it, with what there is to prove on it."""

from typing import NamedTuple


class Written(NamedTuple):
    text: str
    n_links: int
    """To pages."""
    n_cites: int
