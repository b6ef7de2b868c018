"""Names and lines of the file that a page is about, shown so that the lines prove them.

A list that is cut ends with the number of items left out.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from repobook.book.shared.inline import here, joined
from repobook.model.blocks import Cite, Code, Content, Inline, Sure
from repobook.model.dossiers.dossier import FileDossier
from repobook.text.code.code_line import n_open_brackets, one_code_line

MAX_CODE: Final = 110
MAX_VALUE: Final = 700
_MAX_VALUE_LINES: Final = 40
_MAX_LINES: Final = 6
_MAX_LINE: Final = 10_000
_OPEN: Final = ("(", "[", "{", "<")
_HEAD_BEFORE: Final = re.compile(r"(?:^|; )(?:async )?with .{1,600}: ")
# What a comment behind code tells a tool, and no reader.
_DIRECTIVE: Final = re.compile(
    r"\s*(?:#|//)\s*(?:type:\s*ignore|noqa|pragma\b|pylint:|nosec|pyright:|mypy:|fmt:|NOLINT"
    r"|eslint-|prettier-|@ts-|istanbul |c8 |nolint).*$"
)


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
    """The same to the end of its brackets; what goes on far below is cut, which is shown."""
    texts = _to_end(dossier, line, _MAX_LINES)
    is_cut = not texts
    texts = texts or line_texts(dossier, line, line + _MAX_LINES - 1)
    # Comments in between are part of what is cited.
    if len(texts) > 1 and any(map(_DIRECTIVE.search, texts[:-1])):
        code = code_here(dossier, line)
        return (*code, " …") if texts[0].rstrip().endswith(_OPEN) and len(code) == 1 else code
    code = _cited(here(dossier, line, line + len(texts) - 1), "\n".join(texts))
    return (*code, " …") if is_cut and len(code) == 1 else code


def value_at(dossier: FileDossier, line: int, most: int = MAX_VALUE) -> Content:
    """What is written there with all that its brackets hold; a long value is cut, as is shown."""
    texts = _to_end(dossier, line, _MAX_VALUE_LINES)
    if not texts:
        texts = line_texts(dossier, line, line + _MAX_VALUE_LINES - 1)
    return _cited(here(dossier, line, line + len(texts) - 1), "\n".join(texts), most)


def side_by_side(
    dossier: FileDossier, items: Iterable[Content], most: int = MAX_VALUE
) -> list[Content]:
    """Code on lines that follow each other has one citation."""
    merged: list[Content] = []
    for item in items:
        last = merged[-1] if merged else ()
        cite = _both(dossier, last[0], item[0], most) if len(last) == len(item) == 1 else None
        if cite and stands_over(dossier, cite):
            merged[-1] = (cite,)
        else:
            merged.append(item)
    return merged


def _both(dossier: FileDossier, one: Inline, other: Inline, most: int) -> Cite | None:
    if not (isinstance(one, Cite) and isinstance(other, Cite) and one.code and other.code):
        return None
    last = max(one.line, one.end_line)
    is_head = one.code.endswith(":")
    code = f"{one.code} {other.code}" if is_head else f"{one.code.rstrip(';')}; {other.code}"
    if other.line != last + 1 or len(code) > most:
        return None
    # Behind a head on one line all seems to stand in it.
    if _HEAD_BEFORE.search(one.code) and _indent(dossier, last) > _indent(dossier, other.line):
        return None
    return one._replace(end_line=max(other.line, other.end_line), code=code)


def _indent(dossier: FileDossier, line: int) -> int:
    text = line_text(dossier, line)
    return len(text) - len(text.lstrip())


def _to_end(dossier: FileDossier, line: int, most: int) -> list[str]:
    """Lines to the end of the brackets, or of a value below its sign; none where that is far."""
    texts: list[str] = []
    depth = 0
    for number in range(line, line + most):
        text = line_text(dossier, number)
        texts.append(text)
        depth += n_open_brackets(text)
        if depth <= 0 and not text.rstrip().endswith(("=", "<")):
            return texts
    return []


def _cited(cite: Cite, text: str, most: int = MAX_CODE) -> Content:
    if "#" in text or "//" in text:
        text = _DIRECTIVE.sub("", text)
    path, line, end_line, _, is_here = cite
    code = one_code_line(text)
    if len(code) <= most:
        return (Cite(path, line, end_line, code, is_here),)
    return (Cite(path, line, end_line, code[:most].rstrip(), is_here), " …")


def stands_in(dossier: FileDossier, code: str, line: int) -> bool:
    text = line_text(dossier, line)
    return code in text or one_code_line(code) in one_code_line(text)


def stands_over(dossier: FileDossier, cite: Cite) -> bool:
    """Whether its lines hold nothing else between its statements, such as a comment."""
    texts = line_texts(dossier, cite.line, cite.end_line or cite.line)
    return _unended(cite.code) in _unended("\n".join(texts))


def _unended(code: str) -> str:
    return one_code_line(code.replace(";", "\n"))


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
