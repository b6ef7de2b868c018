"""The sentence of a definition's documentation that tells what it is for."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.text.documents.asides import is_wish
from repobook.text.documents.sentences import first_sentence, words_after
from repobook.text.documents.tautologies import says_more

_MAX_PARAGRAPHS: Final = 3
_MIN_SPACES: Final = 4
_MAX_LOOKED_AT: Final = 2_000
_BETWEEN: Final = re.compile(r"\n[ \t]*\n")
# What goes on from something said before, or speaks of one case.
_ASIDE: Final = re.compile(
    r"(?:Arguments?|Args|Attributes|Examples?|Parameters|Params|Raises)\b|(?:Also|By|Callbacks?|For|Here|However|If|In|It|Note|On|Only|Otherwise|But|Thus|Hence|That|We|Please|Returns?|See|Since|So|The|"
    r"Then|These|They|This|Unless|Use|Usage|When|With|You)\b|\W"
)
_CASE: Final = re.compile(
    r"(?:This|These|The) [\w ]{1,30}[ *](?:must|should|needs?)\b|Note\b|"
    r"(?:If|Otherwise|Unless|Usually|We assume|Using this|When|For (?:more|details))\b|#{1,4} "
)


def telling_sentence(doc: str, name: str) -> str:
    """The first that tells more than the name; empty where none does near the top."""
    first = first_sentence(doc[:_MAX_LOOKED_AT])
    if is_wish(first):
        return ""
    if first.count(" ") >= _MIN_SPACES and not _CASE.match(first) and says_more(first, name, 1):
        return first
    found = (one for one in _sentences(doc, name) if not is_wish(one))
    return next((one for one in found if says_more(one, name)), "")


def _sentences(doc: str, name: str) -> Iterator[str]:
    """The first; the second, where it does not go on from that; those that open the next
    paragraphs, which many begin with after a line that has but the name or a mark for tools."""
    paragraphs = _BETWEEN.split(doc[:_MAX_LOOKED_AT].strip())[:_MAX_PARAGRAPHS]
    first = first_sentence(paragraphs[0])
    if not _CASE.match(first):
        yield first
    second = first_sentence(words_after(paragraphs[0], first))
    if second.startswith(name) or not (_ASIDE.match(second) or _CASE.match(second)):
        yield second
    yield from (one for one in map(first_sentence, paragraphs[1:]) if not _ASIDE.match(one))
