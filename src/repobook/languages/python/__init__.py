"""Python."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("Python", "parser.python_parser", "resolver.python_resolver"),)
