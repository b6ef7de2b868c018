"""Names and lines of the file that a page is about, shown so that the lines prove them.

A list that is cut ends with the number of items left out.
"""

from collections.abc import Sequence
from typing import Final

from repobook.book.shared.inline import here, joined
from repobook.model.blocks import Cite, Code, Content, Sure
from repobook.model.dossiers.dossier import FileDossier

MAX_CODE: Final = 110
_MAX_LINES: Final = 6
_MAX_LINE: Final = 10_000


def named_here(dossier: FileDossier, name: str, line: int, end_line: int = 0) -> Content:
    """A name that stands in a line is its citation; else it stands before it."""
    if name and stands_in(dossier, name, line):
        return (here(dossier, line, end_line, name),)
    return (Code(name), " ", here(dossier, line, end_line)) if name else (here(dossier, line),)


def there(path: str, line: int) -> Cite:
    """A line of a file that is named beside it; an edge without a line is proved by the first."""
    return Cite(path, max(line, 1), is_here=True)


def code_here(dossier: FileDossier, line: int) -> Content:
    """The line as it is written, without its indent; a long one is cut, which is shown."""
    return _cited(here(dossier, line), line_text(dossier, line))


def call_here(dossier: FileDossier, line: int) -> Content:
    """The same to the end of its brackets, where that is a few lines further down."""
    texts: list[str] = []
    depth = 0
    for number in range(line, line + _MAX_LINES):
        text = line_text(dossier, number)
        texts.append(text)
        depth += sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))
        if depth <= 0:
            break
    cite = here(dossier, line, line + len(texts) - 1)
    return _cited(cite, " ".join(texts)) if depth <= 0 else code_here(dossier, line)


def _cited(cite: Cite, text: str) -> Content:
    code = " ".join(text.split())
    if len(code) <= MAX_CODE:
        return (cite._replace(code=code),)
    return (cite._replace(code=code[:MAX_CODE].rstrip()), " …")


def stands_in(dossier: FileDossier, code: str, line: int) -> bool:
    text = line_text(dossier, line)
    return code in text or " ".join(code.split()) in " ".join(text.split())


def line_text(dossier: FileDossier, line: int) -> str:
    """Of a line longer than anyone reads only the beginning."""
    return dossier.lines[line - 1][:_MAX_LINE] if 0 < line <= len(dossier.lines) else ""


def line_texts(dossier: FileDossier, first: int, last: int) -> list[str]:
    """The same of several lines."""
    return [text[:_MAX_LINE] for text in dossier.lines[first - 1 : last]]


def sure(confidence: str, rule: str = "") -> Content:
    """Nothing where it is exact."""
    return () if confidence == "exact" else (Sure(confidence, rule),)


def first_of(items: Sequence[Content], most: int, n_all: int = 0) -> Content:
    """So many at most, and how many more there are; ``n_all`` where not all were made."""
    first = joined(items[:most])
    n_left = (n_all or len(items)) - most
    return (*first, f" and {n_left:,} more") if n_left > 0 else first
