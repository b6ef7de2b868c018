"""What kind of file a text asks for: the code, a test of it, or how it is used."""

import re
from typing import Final, Literal

Intent = Literal["", "code", "tests", "usage", "fault"]
"""Of words alone nothing is known; a fault is what an issue describes."""

_TESTS: Final = re.compile(
    r"\W*(?:what|which|who|where)\b.{0,40}\btest(?:s|ed)?\b|\W*tests? (?:for|of|that|covering)\b"
    r"|\W*(?:how|where) (?:is|are) .{1,200} (?:tested|covered)\W*\Z",
    re.IGNORECASE | re.DOTALL,
)
_USAGE: Final = re.compile(
    r"\W*how (?:to|(?:do|can|could|should|would) (?:i|we|you|one))\b", re.IGNORECASE
)
_CODE: Final = re.compile(r"\W*(?:how|where|which|what|who|why|when)(?:'s)?\s\S", re.IGNORECASE)


def intent_of(text: str) -> Intent:
    if _TESTS.match(text):
        return "tests"
    if _USAGE.match(text):
        return "usage"
    return "code" if _CODE.match(text) else ""
