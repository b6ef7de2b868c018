"""Shells."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("Shell", "shell_parser", "shell_resolver"),)
