"""How C and its relatives decide: macros and calls that check, throw, warn and end the program."""

import re
from typing import Final

from repobook.parse.code_text import SLASHED
from repobook.parse.conditions import SIGNS
from repobook.parse.deciding import Deciding, by_name, on
from repobook.parse.settings import IDENTIFIER, Reading, reads

# Checks of a test framework are what a test is made of, and decide nothing about the code.
_CHECK: Final = re.compile(
    r"(?!EXPECT_|ASSERT_|REQUIRE)(?:[A-Z0-9]+_)*D?(?:CHECK|ASSERT|ENFORCE|VERIFY)(?:_[A-Z0-9_]+)?"
)

DECIDING: Final = Deciding(
    SIGNS,
    SLASHED,
    by_name(
        on("assert", "assert", of=("", "std")),
        on("exit", "abort", "exit", "_exit", "terminate", of=("", "std")),
        on("raise", "AT_ERROR", "C10_THROW_ERROR"),
        on("warn", "TORCH_WARN", "TORCH_WARN_ONCE", "TORCH_WARN_DEPRECATION"),
        on("skip", "GTEST_SKIP"),
        checks=_CHECK,
    ),
)
_FLAGS: Final = tuple(
    f"{prefix}DEFINE_{type_}"
    for prefix in ("", "C10_", "TORCH_")
    for type_ in ("bool", "int", "int32", "int64", "uint32", "uint64", "double", "string")
)

READING: Final = Reading(
    {
        **reads("environment variable", "getenv", "secure_getenv", of=("", "std")),
        **reads("environment variable", "get_env", "check_env", "has_env", of=None),
        **reads("command-line option", *_FLAGS, behind=IDENTIFIER),
    }
)
