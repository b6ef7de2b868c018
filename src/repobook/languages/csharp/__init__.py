"""C#."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("C#", "csharp_parser", "csharp_resolver"),)
