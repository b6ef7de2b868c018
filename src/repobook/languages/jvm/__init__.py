"""Java and Kotlin."""

from functools import partial
from typing import Final

from repobook.model.language import Language

_language = partial(
    Language,
    resolver="jvm_resolver",
    main="main",
    test_files=r"(?:.*[A-Za-z0-9])?Tests?\.(?:java|kts?)|Test[A-Z].*\.(?:java|kt)",
    test_runner="jvm_tests",
    test_settings=("build.gradle", "build.gradle.kts", "pom.xml"),
    standard_modules=r"(?:java|javax|kotlin)\.",
)
LANGUAGES: Final = (_language("Java", "java"), _language("Kotlin", "kotlin"))
