"""What a test case checks: the lines of its text that assert or expect something, as written."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.book.shared.citations import call_here, line_text, line_texts, side_by_side
from repobook.book.shared.inline import joined
from repobook.model.blocks import Content
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition

_MAX_CHECKS: Final = 8
_MAX_LINES: Final = 400
_WORDS: Final = ("ssert", "xpect", "EXPECT", "ASSERT", "equire", "raises", "should")
_CHECK: Final = re.compile(
    r"\s*(?:(?:await|return|with)\s+)?(?:"
    r"assert(?:\s+[^\s=]|_\w+[\s({!]|!?\()"
    r"|(?:[\w$]{1,40}\.){0,3}assert\w{0,60}!?\("
    r"|(?:assert|require|should)\.\w{1,60}(?:\.\w{1,60}){0,4}\("
    r"|(?:[\w$]{1,40}\.){0,3}(?:expect\w{0,40}|raises)(?:\.\w{1,40})?\("
    r"|\.(?:expect|should)\b\S{0,60}\("
    r"|(?:EXPECT|ASSERT)_\w{1,60}\()"
)
_FAILING: Final = re.compile(r"\s*[tb]\.(?:Error|Fatal)f?\(")
_FAILS_WHEN: Final = re.compile(r"\s*if (?!.*\berr != nil \{)")
"""Go's own way: what stands in a condition must not be."""
_NO_ERROR: Final = re.compile(
    r"\.NoError\(|assert not \w+\.exception$|\bASSERT_OK\("
    r"|(?:is|Is|not)_?(?:None|Nil|nil|Null)\b"
)
_QUOTES: Final = re.compile(r'"""|\'\'\'')


def check_lines(dossier: FileDossier, definition: Definition) -> frozenset[int]:
    return frozenset(_lines(dossier, definition))


def checks(dossier: FileDossier, definition: Definition) -> Content:
    """The first of them, each where it stands, and how many more there are; that there was no error
    only where that is all."""
    lines = list(_lines(dossier, definition))
    telling = [line for line in lines if not _NO_ERROR.search(line_text(dossier, line))]
    shown = [call_here(dossier, line) for line in (telling or lines)[:_MAX_CHECKS]]
    n_left = len(lines) - len(shown)
    more = (f" and {n_left:,} more",) if n_left else ()
    return (*joined(side_by_side(dossier, shown)), *more)


def _lines(dossier: FileDossier, definition: Definition) -> Iterator[int]:
    """Not of what stands in a text over several lines."""
    last = min(definition.end_line, definition.line + _MAX_LINES)
    is_text = False
    texts = line_texts(dossier, definition.line, last)
    whole = "\n".join(texts)
    words = [word for word in _WORDS if word in whole]
    for line, text in enumerate(texts, definition.line):
        if is_text:
            pass
        elif any(word in text for word in words) and _CHECK.match(text):
            yield line
        elif _FAILING.match(text) and _FAILS_WHEN.match(line_text(dossier, line - 1)):
            yield line - 1
        if '"""' in text or "'''" in text:
            is_text ^= len(_QUOTES.findall(text)) % 2 == 1
