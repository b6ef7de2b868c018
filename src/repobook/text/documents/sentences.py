"""The first sentence of a text, as a line that can stand for the whole."""

import re
from itertools import islice
from typing import Final

from repobook.text.documents.markup import without_links, without_roles

MAX_SENTENCE: Final = 300
_MAX_LOOKED_AT: Final = 2_000
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")
# A list that follows belongs to what comes next: the sentence ends before it.
# A role of reStructuredText belongs to the sentence.
_ITEM: Final = re.compile(
    r"\n[ \t]*(?:[-*+•][ \t]|\d{1,3}[.)][ \t]|[@\\][a-z]|:[a-z](?![\w.+-]{0,40}:`))"
)
# ``@internal`` speaks to a tool; what a summary is marked by is no part of it.
_TAG: Final = re.compile(r"[@\\](?:brief|summary|short|desc|description)\b[ \t]*|([@\\][a-z])")
_SPACES: Final = re.compile(r"\s+")
_MARKS: Final = re.compile(r"\W+|_")
_BREAK: Final = re.compile(r"(?<=[.!?])\s+|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•@\\:]|\d))|\Z")
_MAX_BREAKS: Final = 12
# A full stop ends a sentence where something new begins; "e.g. this" and "v1.2" go on.
_END: Final = re.compile(
    r"(?<![.\s][a-zA-Z])(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\betc)[.!?](?=\s+[^a-z\s]|$)"
)


def first_sentence(text: str) -> str:
    """On one line; what is longer than anyone reads in a table is cut at a word, with ``…``."""
    if not text:
        return ""
    paragraph = _PARAGRAPH.split(text[:_MAX_LOOKED_AT].strip(), maxsplit=1)[0]
    if tag := _TAG.match(paragraph):
        paragraph = "" if tag.group(1) else paragraph[tag.end() :]
    paragraph = _ITEM.split(paragraph, maxsplit=1)[0]
    line = without_links(_SPACES.sub(" ", paragraph).strip())
    end = _END.search(line)
    sentence = line[: end.end()] if end else line
    if len(sentence) <= MAX_SENTENCE:
        return sentence
    return sentence[:MAX_SENTENCE].rpartition(" ")[0].rstrip() + " …"


def words_after(text: str, sentence: str) -> str:
    """What follows the sentence that the text begins with, which may stand there with markup; all
    of the text where it begins with another."""
    wanted = _bare(sentence)
    for end in islice(_BREAK.finditer(text), _MAX_BREAKS):
        if wanted and _bare(text[: end.start()]) == wanted:
            return text[end.end() :].lstrip("\n")
    return text


def says(text: str, sentence: str) -> bool:
    """Whether the sentence stands in the text, but for markup and marks."""
    return _bare(sentence) in _bare(text)


def _bare(words: str) -> str:
    return _MARKS.sub("", without_links(without_roles(words)))
