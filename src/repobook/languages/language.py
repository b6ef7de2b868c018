"""What a folder of ``languages/`` says of each language in it."""

from typing import NamedTuple


class Language(NamedTuple):
    """Modules are named and not imported: a build loads the grammars that it needs, no others."""

    name: str
    """As linguist calls it."""
    parser: str
    """The module, below the folder, whose ``facts`` parses a file."""
    resolver: str = ""
    """The module whose ``resolver`` follows references; empty where a language has none."""
