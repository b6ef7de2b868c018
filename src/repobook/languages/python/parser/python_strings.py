"""Strings that may name something: ``"pkg.filters.Filter"``, ``settings["RETRY_TIMES"]``."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from repobook.model.facts import Reference, TextBlock, pack_position
from repobook.parse.source import SourceText

# Begins with the quote, which is searched for three times as fast as any place that may precede it.
_NAMING: Final = re.compile(
    rb"(?P<quote>[\"'])(?<![\w\"'][\"'])"
    rb"(?:(?P<path>[A-Za-z_]\w*+(?>(?:[.:][A-Za-z_]\w*+)+))|(?P<setting>[A-Z][A-Z0-9]*+_[A-Z0-9_]++))"
    rb"(?P=quote)(?![\"'])"
)
# ``crawler.settings[`` and ``self.settings.getint(``: what is read there is a setting.
_READ_FROM_SETTINGS: Final = re.compile(rb"(?:settings|config|conf)(?:\.\w+)?[\[(]\Z")
_MAX_READING: Final = 40
QUOTED: Final = '"'
"""A receiver that begins so is the text of a string up to its last name."""
SETTING: Final = f"{QUOTED}[]"
"""The receiver of a key of settings."""


def named_in_strings(source: SourceText, texts: Iterable[TextBlock]) -> list[Reference]:
    """Whether there is a thing of that name is for others to say."""
    text_by_line = {
        line: text.text for text in texts for line in range(text.line, text.end_line + 1)
    }
    places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for match in _NAMING.finditer(source.data):
        use = _use(source.data, match)
        line = source.line_of(match.start()) if use else 0
        # What a comment or a docstring quotes is no string of the program.
        if use and match[0][1:-1].decode() not in text_by_line.get(line, ""):
            column = match.end() - 1 - len(use[0]) - source.line_starts[line - 1]
            places[use].append(pack_position(line, column))
    return [Reference(*use, "string", tuple(at)) for use, at in sorted(places.items())]


def _use(data: bytes, match: re.Match[bytes]) -> tuple[str, str] | None:
    """The name and its receiver."""
    if match["setting"]:
        before = data[max(0, match.start() - _MAX_READING) : match.start()]
        return (match["setting"].decode(), SETTING) if _READ_FROM_SETTINGS.search(before) else None
    owner, _, name = match["path"].decode().replace(":", ".").rpartition(".")
    return name, QUOTED + owner
