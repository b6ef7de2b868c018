"""Rust."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("Rust", "rust_parser", "rust_resolver"),)
