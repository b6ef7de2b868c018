"""Which modules come with a language."""

import pytest

from repobook.book.shared.standard_modules import is_standard


@pytest.mark.parametrize(
    ("language", "module", "expected"),
    [
        ("Python", "os.path", True),
        ("Python", "osmnx", False),
        ("Python", "numpy", False),
        ("C++", "vector", True),
        ("C", "stdio.h", True),
        ("C", "vector.h", False),
        ("TypeScript", "node:fs", True),
        ("JavaScript", "fs/promises", True),
        ("JavaScript", "fs-extra", False),
        ("Go", "net/http", True),
        ("Go", "github.com/x/y", False),
        ("Rust", "std::fmt", True),
        ("Rust", "stdx", False),
        ("Java", "java.util.List", True),
        ("Java", "javassist.x", False),
        ("COBOL", "os", False),
    ],
)
def test_standard_modules_are_told_from_packages(
    language: str, module: str, expected: bool
) -> None:
    assert is_standard(language, module) is expected
