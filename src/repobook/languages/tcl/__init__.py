"""Tcl."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("Tcl", "tcl_parser"),)
