"""How Ruby decides and reads its configuration; what leaves a method is named in the query."""

import re
from typing import Final

from repobook.parse.code_text import token_pattern
from repobook.parse.decisions.deciding_calls import Deciding, by_name
from repobook.parse.settings_read import Reading, reads
from repobook.text.logic import SIGNS

ROOT: Final = "$root"
"""Before a name that means the same everywhere: ``::Set``."""

DECIDING: Final = Deciding(
    SIGNS,
    token_pattern(r'"(?:[^"\\]|\\.)*"' + r"|'(?:[^'\\]|\\.)*'|#[^\n]*"),
    by_name(),
)
_FETCHED: Final = re.compile(
    rb"\s{0,20}[( ]\s{0,80}(?P<quote>[\"'])(?P<name>[^\"'\\\n]{1,200})(?P=quote)"
)

READING: Final = Reading(
    (b"ENV",),
    {
        **reads("environment variable", "ENV", of=(ROOT,)),
        **reads(
            *("environment variable", "fetch", "key?", "dig"), of=(f"{ROOT}.ENV",), behind=_FETCHED
        ),
    },
)
