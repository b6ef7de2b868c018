"""Tcl."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (Language("Tcl", "tcl_parser"),)
