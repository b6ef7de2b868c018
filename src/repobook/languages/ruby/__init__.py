"""Ruby."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("Ruby", "ruby_parser", "ruby_resolver"),)
