"""JavaScript and TypeScript."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (
    Language("JavaScript", "javascript", "ecmascript_resolver"),
    Language("TypeScript", "typescript", "ecmascript_resolver"),
    Language("TSX", "tsx", "ecmascript_resolver"),
)
