"""PHP."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("PHP", "php_parser", "php_resolver"),)
