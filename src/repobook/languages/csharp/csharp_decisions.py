"""How C# decides and reads its configuration."""

from typing import Final

from repobook.parse.code_text import SLASHED
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import Reading, reads
from repobook.text.logic import SIGNS

_CHECKS: Final = (
    *("ThrowIfNull", "ThrowIfNullOrEmpty", "ThrowIfNullOrWhiteSpace", "ThrowIfNegative"),
    *("ThrowIfZero", "ThrowIfGreaterThan", "ThrowIfLessThan"),
)
_ARGUMENTS: Final = (
    *("ArgumentNullException", "ArgumentException", "ArgumentOutOfRangeException"),
)

DECIDING: Final = Deciding(
    SIGNS,
    SLASHED,
    by_name(
        on("assert", *_CHECKS, of=_ARGUMENTS),
        on("assert", "Assert", of=("Debug", "Trace")),
        on("exit", "Exit", "FailFast", of=("Environment",)),
        on("skip", "Ignore", "Inconclusive", of=("", "Assert")),
        on("parametrize", "Theory", "InlineData", "MemberData", "TestCase", "TestCaseSource"),
        on("parametrize", "DataRow", "DataTestMethod", "ClassData"),
    ),
)

READING: Final = Reading(
    (b"GetEnvironmentVariable",),
    reads(
        *("environment variable", "GetEnvironmentVariable"),
        of=("Environment", "System.Environment", ""),
    ),
)
