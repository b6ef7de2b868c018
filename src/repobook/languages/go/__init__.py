"""Go, and the files that say what a module is called."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (
    Language("Go", "go_parser", "go_resolver"),
    Language("Go Module", "go_module"),
)
