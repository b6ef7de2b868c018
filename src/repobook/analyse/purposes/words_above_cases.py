"""What the authors of a test say that it tests: above its class or its first case."""

import re
from collections.abc import Sequence
from typing import Final

from repobook.model.facts import TextBlock
from repobook.model.graph import Unit
from repobook.model.purpose import Purpose
from repobook.text.documents.first_sentence import summary
from repobook.text.documents.sentence_lines import place_of
from repobook.text.documents.tautologies import says_more

_MAX_BLOCKS: Final = 12
_MIN_SPACES: Final = 4
_MAX_WORDS: Final = 160
_QUOTES: Final = str.maketrans("“”`", '""\'')
_OF_TESTS: Final = re.compile(
    r"(?:[A-Z]\w+ ){0,3}(?i:benchmarks?|checks?|tests?|verif\w+|types used)\b[^?{};=]*\Z"
)


def with_words_above(purpose: Purpose, unit: Unit, texts: Sequence[TextBlock]) -> Purpose:
    """At the end of the sentence, where it quotes nothing of the authors yet."""
    if unit.role != "test" or not purpose.line or "“" in purpose.text:
        return purpose
    first = max((one.line for one in unit.definitions[:2]), default=0)
    for block in texts[:_MAX_BLOCKS]:
        words = summary(block.text).text
        is_short = words.count(" ") >= _MIN_SPACES and len(words) <= _MAX_WORDS
        place = place_of(words, block.text.split("\n")) if is_short else None
        is_telling = _OF_TESTS.match(words) and says_more(words, unit.path)
        if place and is_telling and block.line <= first:
            last = max(purpose.end_line, block.end_line)
            line = min(purpose.line, block.line)
            text = f"{purpose.text}; “{words.translate(_QUOTES).rstrip('.')}”"
            return purpose._replace(text=text, line=line, end_line=last)
    return purpose
