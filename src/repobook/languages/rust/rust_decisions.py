"""How Rust decides: macros that panic, fail or check, and tests that are ignored."""

from typing import Final

from repobook.parse.code_text import SLASHED
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import Reading, reads
from repobook.text.logic import SIGNS

DECIDING: Final = Deciding(
    SIGNS,
    SLASHED,
    by_name(
        on("raise", "panic", "unreachable", "todo", "unimplemented", "bail"),
        on("assert", "assert", "assert_eq", "assert_ne", "ensure"),
        on("assert", "debug_assert", "debug_assert_eq", "debug_assert_ne"),
        on("exit", "exit", of=("std::process", "process")),
        on("skip", "ignore"),
        on("expect_failure", "should_panic"),
    ),
)

READING: Final = Reading(
    (b"env",),
    {
        **reads("environment variable", "var", "var_os", of=("std::env", "env")),
        **reads("environment variable", "env", "option_env"),
    },
)
