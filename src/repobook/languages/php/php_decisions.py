"""How PHP decides and reads its configuration."""

from typing import Final

from repobook.parse.code_text import token_pattern
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import Reading, reads
from repobook.text.logic import SIGNS

DECIDING: Final = Deciding(
    SIGNS,
    token_pattern(
        r'"(?:[^"\\]|\\.)*"' + r"|'(?:[^'\\]|\\.)*'|#(?!\[)[^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z)"
    ),
    by_name(
        on("exit", "die"),
        on("assert", "assert"),
        on("warn", "trigger_error"),
        on("skip", "markTestSkipped", "markTestIncomplete", of=None),
        on("parametrize", "DataProvider", "TestWith", of=None),
    ),
)

READING: Final = Reading(
    (b"getenv", b"$_ENV"),
    {
        **reads("environment variable", "getenv", of=("", "$root")),
        **reads("environment variable", "$_ENV"),
    },
)
