"""Files that say how something is built."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language("CMake", "cmake_parser", "cmake_resolver"),
    Language("Dockerfile", "dockerfile_parser", "dockerfile_resolver"),
    Language("Gradle", "gradle_parser"),
    Language("Makefile", "makefile_parser", "makefile_resolver"),
    Language("Starlark", "starlark_parser", "starlark_resolver"),
)
