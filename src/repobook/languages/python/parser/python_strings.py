"""Strings that may name something: ``"scrapy.dupefilters.RFPDupeFilter"``, ``"a.b:main"``."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from repobook.model.facts import Reference, TextBlock, pack_position
from repobook.parse.source import SourceText

# Begins with the quote, which is searched for three times as fast as any place that may precede it.
_DOTTED: Final = re.compile(
    rb"(?P<quote>[\"'])(?<![\w\"'][\"'])(?P<path>[A-Za-z_]\w*+(?:[.:][A-Za-z_]\w*+)++)(?P=quote)(?![\"'])"
)
QUOTED: Final = '"'
"""A receiver that begins so is the text of a string up to its last name."""


def named_in_strings(source: SourceText, texts: Iterable[TextBlock]) -> list[Reference]:
    """Whether there is a thing of that name is for others to say."""
    text_by_line = {
        line: text.text for text in texts for line in range(text.line, text.end_line + 1)
    }
    places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for match in _DOTTED.finditer(source.data):
        line, path = source.line_of(match.start()), match["path"].decode()
        # What a comment or a docstring quotes is no string of the program.
        if path not in text_by_line.get(line, ""):
            owner, _, name = path.replace(":", ".").rpartition(".")
            column = match.end("path") - len(name) - source.line_starts[line - 1]
            places[name, QUOTED + owner].append(pack_position(line, column))
    return [Reference(*use, "string", tuple(at)) for use, at in sorted(places.items())]
