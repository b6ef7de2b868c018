"""How Lua decides and reads its configuration."""

import re
from typing import Final

from repobook.parse.code_text import token_pattern
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import Reading, reads
from repobook.text.logic import WORDS

DECIDING: Final = Deciding(
    WORDS,
    token_pattern(r'"(?:[^"\\\n]|\\.)*"' + r"|'(?:[^'\\\n]|\\.)*'|--[^\n]*"),
    by_name(
        on("raise", "error"),
        on("assert", "assert"),
        on("exit", "exit", of=("os",)),
        on("skip", "pending"),
    ),
)
# Around a single text the brackets may be missing.
_GIVEN: Final = re.compile(
    rb"\s{0,20}\(?\s{0,80}(?P<quote>[\"'])(?P<name>[^\"'\\\n]{1,200})(?P=quote)"
)

READING: Final = Reading(
    (b"getenv",), reads("environment variable", "getenv", of=("os",), behind=_GIVEN)
)
