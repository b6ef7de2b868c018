"""How Java and Kotlin decide: checks of arguments and state, and tests that are not run."""

from typing import Final

from repobook.parse.code_text import SLASHED
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import Reading, reads
from repobook.text.logic import SIGNS

_SHARED: Final = (
    on("assert", "requireNonNull", of=("Objects", "")),
    on("assert", "checkNotNull", "checkArgument", "checkState", of=("Preconditions", "")),
    on("exit", "exit", of=("System",)),
    on("skip", "Disabled", "Ignore", of=None),
    on("skip", "assumeTrue", "assumeFalse", "assumeThat", of=("Assume", "Assumptions", "")),
    on("parametrize", "ParameterizedTest", "RepeatedTest", of=None),
    on("parametrize", "ValueSource", "MethodSource", "CsvSource", "EnumSource", of=None),
)

JAVA: Final = Deciding(SIGNS, SLASHED, by_name(*_SHARED))
KOTLIN: Final = Deciding(
    SIGNS,
    SLASHED,
    by_name(
        *_SHARED,
        on("assert", "require", "requireNotNull", "check", "checkNotNull", "assert"),
        on("raise", "error", "TODO"),
        on("exit", "exitProcess"),
    ),
)

READING: Final = Reading(
    (b"getenv", b"getProperty", b"getBoolean"),
    {
        **reads("environment variable", "getenv", of=("System",)),
        **reads("system property", "getProperty", of=("System",)),
        **reads("system property", "getBoolean", of=("Boolean",)),
    },
)
