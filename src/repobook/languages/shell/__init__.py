"""Shells."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language(
        "Shell",
        "shell_parser",
        "shell_resolver",
        is_script=True,
        test_files=r"test_.*\.sh|.*_(?:tests?|unittest|gtest)\.sh",
        tools=("shellcheck",),
    ),
)
