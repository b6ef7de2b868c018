"""Rust."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language(
        "Rust",
        "rust_parser",
        "rust_resolver",
        main="main",
        test_runner="rust_tests",
        test_settings=("Cargo.toml",),
        lookup_settings=("Cargo.toml",),
        standard_modules=r"(?:std|core|alloc|proc_macro|test)(?:::|$)",
    ),
)
