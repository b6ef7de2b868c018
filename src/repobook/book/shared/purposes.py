"""What a file is for, in a line of a page: words of the repository as such, with their place."""

import re
from typing import Final

from repobook.model.blocks import Cite, Code, Content, Inline, Quoted
from repobook.model.purpose import DERIVED, Purpose

_PARTS: Final = re.compile(r"(`[^`]*:\d+(?:-\d+)?` \((?:`[^`]*`: )?“[^”]*”\)|`[^`]*`|“[^”]*”)")
# Words of another file, behind the place where they stand.
_ELSEWHERE: Final = re.compile(r"`([^`]*):(\d+)(?:-(\d+))?` \((?:`([^`]*)`: )?“(.*)”\)")


def purpose_inline(purpose: Purpose, page: str = "") -> Content:
    """``page`` is the file that the page is about."""
    if not purpose.text:
        return ()
    said = _derived(purpose.text) if purpose.source == DERIVED else _words(purpose)
    return (*said, " ", cited(purpose, page)) if purpose.line else said


def cited(purpose: Purpose, page: str = "") -> Cite:
    end_line = purpose.end_line if purpose.end_line != purpose.line else 0
    return Cite(purpose.path, purpose.line, end_line, is_here=purpose.path == page)


def _derived(text: str) -> Content:
    """Names of the repository stand between backticks, its words between quotation marks."""
    parts: list[Inline] = []
    for part in _PARTS.split(text):
        if elsewhere := _ELSEWHERE.fullmatch(part):
            path, line, end_line, name, words = elsewhere.groups()
            cite = Cite(path, int(line), int(end_line or 0), is_here=True)
            subject: Content = (Code(name), ": ") if name else ()
            parts += [Code(path), " (", *subject, Quoted(words), " ", cite, ")"]
        elif part.startswith("`"):
            parts.append(Code(part.strip("`")))
        elif part.startswith("“"):
            parts.append(Quoted(part[1:-1]))
        elif part:
            parts.append(part)
    return tuple(parts)


def _words(purpose: Purpose) -> Content:
    subject: Content = (Code(purpose.subject), ": ") if purpose.subject else ()
    return (*subject, Quoted(purpose.text))
