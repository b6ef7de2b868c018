"""C#."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language(
        "C#",
        "csharp_parser",
        "csharp_resolver",
        main="Main",
        test_files=r"(?:.*[A-Za-z0-9])?Tests?\.cs",
        standard_modules=r"System(?:\.|$)",
    ),
)
