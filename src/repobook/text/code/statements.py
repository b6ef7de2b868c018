"""Takes the code of a function apart, by what its language ends statements with."""

from functools import lru_cache
from typing import Final

from repobook.text.code.braced import braced
from repobook.text.code.indented import indented
from repobook.text.code.statement import Statement

_INDENTED: Final = frozenset(["Python", "Cython", "Starlark"])
_SEMICOLONS: Final = frozenset(
    [
        "C",
        "C++",
        "CUDA",
        "HIP",
        "Objective-C",
        "Objective-C++",
        "Metal",
        "GLSL",
        "Java",
        "C#",
        "PHP",
        "Rust",
    ]
)
_LINES: Final = frozenset(["Go", "JavaScript", "TypeScript", "TSX", "JSX", "Kotlin"])


def statements(code: str, language: str) -> tuple[Statement, ...]:
    """None where the text does not show them plainly."""
    if language in _INDENTED:
        return _indented(code)
    if language in _SEMICOLONS | _LINES:
        return _braced(code, language in _LINES, language == "Rust", language != "Go")
    return ()


def has_statements(language: str) -> bool:
    return language in _INDENTED | _SEMICOLONS | _LINES


_indented = lru_cache(maxsize=64)(indented)
_braced = lru_cache(maxsize=64)(braced)
