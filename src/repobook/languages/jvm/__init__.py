"""Java and Kotlin."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (
    Language("Java", "java", "jvm_resolver"),
    Language("Kotlin", "kotlin", "jvm_resolver"),
)
