"""Lines as editors count them: ``\\n``, ``\\r\\n`` and ``\\r`` end one, and nothing else does."""

import re
from typing import Final

_WITH_BREAK: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """Without their breaks; a break at the end begins no further line."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if lines[-1] == "":
        del lines[-1]
    return lines


def lines_with_breaks(text: str) -> list[str]:
    """Joined they are the text again."""
    if "\r" in text:
        return _WITH_BREAK.findall(text)
    *lines, last = text.split("\n")
    return [*(line + "\n" for line in lines), *([last] if last else ())]


def count_lines(text: str) -> int:
    """How many ``split_lines`` gives."""
    if "\r" in text:
        return len(split_lines(text))
    return text.count("\n") + (text[-1:] not in ("", "\n"))
