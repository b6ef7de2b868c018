"""Paths in the strings of a test: it tells what the files are for that it tries.

Each is a ``Summary`` behind a mark, without the dots in front of it.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from repobook.model.facts import Summary
from repobook.parse.source import SourceText

NAMED: Final = "@ "
_TESTS: Final = re.compile(rb"(?i)test|expect|spec\b|describe")
_MAX_STRINGS: Final = 4_000
_MAX_NAMED: Final = 200
_MIN_LENGTH: Final = 5
_STRING: Final = re.compile(rb"(?<![\w\\])([\"'`])([^\"'`\n]{3,200})\1")
_PATH: Final = re.compile(
    r"(?:\.{0,2}/)*([\w@\[\]-][\w.@\[\]-]*(?:/[\w.@\[\]-]+)*/?)(?![\w.@/\[\]*(-])"
)
_ENDING: Final = re.compile(
    r"[\w-]\.(?:[A-Za-z]\w{0,2}|coffee|html|java|json|scss|snap|toml|yaml)\Z"
)


def named_files(source: SourceText) -> Iterator[Summary]:
    if not _TESTS.search(source.data):
        return
    lines: dict[str, int] = {}
    for match in islice(_STRING.finditer(source.data), _MAX_STRINGS):
        text = match[2].decode("utf-8", "replace")
        if "://" not in text and ("/" in text or "." in text):
            for path in _paths(text):
                lines.setdefault(path, match.start())
    for path, start in islice(lines.items(), _MAX_NAMED):
        line = source.line_of(start)
        yield Summary(NAMED + path, line, line)


def _paths(text: str) -> Iterator[str]:
    for match in _PATH.finditer(text):
        path = match[1].rstrip("/.")
        is_path = "/" in match[0] or _ENDING.search(path)
        if is_path and len(path) >= _MIN_LENGTH:
            yield path
