"""The documentation of a file, and its first sentence with its lines.

The sentence is that of the documentation that opens the file. Where that is a licence, or repeats
the name of the file, it is that of the first comment that introduces the whole, or of the help
that the file gives to its users.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.facts import FileFacts, Summary, TextBlock
from repobook.parse.source import SourceText
from repobook.parse.words.help_text import help_text
from repobook.text.documents.first_sentence import summary
from repobook.text.documents.markup import (
    link_labels,
    without_links,
    without_markup,
    without_shortcuts,
)
from repobook.text.documents.tautologies import says_more

_MAX_LINES: Final = 400
_MAX_LINE: Final = 2_000
_MAX_BLOCKS: Final = 12
_MIN_SPACES: Final = 3
_FEW_SPACES: Final = 4
_MAX_DOC: Final = 4_000
_MARKUP: Final = re.compile(r"\W+")
_ROLE: Final = re.compile(r"[:{][\w:.+-]{1,40}[:}](?=`)")
# What may stand above the comment that introduces a file: guards against double inclusion, the
# name of the package; and what opens or closes a comment on a line of its own.
_GUARD: Final = re.compile(
    rb"#[ \t]*(?:ifndef|define|pragma|if[ \t]*!)|#!|['\"]use strict|package\b|<\?php|@charset"
    rb"|[/*#;%=<!>-]*$|\"\"\"$"
)
# Of a comment behind code, or right above what it explains.
_CODE: Final = re.compile(rb"#[ \t]*(?:define|include|if|else|elif|endif|undef|error)")
_IMPORT: Final = re.compile(
    rb"#[ \t]*(?:include|if|else|elif|endif|undef|import|error)|import\b|from\b|use\b|using\b"
    rb"|require|load\b|open\b|(?:const|let|var)\b[^=]{1,200}=[ \t]*require"
)
_INTRODUCES: Final = re.compile(
    r"(?!This tests )(?:This|These|The following)(?: \w{1,20})? "
    r"(?:file|module|header|script|program|package|crate|library|suite|test|tool|utility)s? "
)


# What says in a later sentence that it speaks of the file as a whole.
_OF_WHOLE: Final = re.compile(
    r"(?:\A|(?<=[.!:?)]\s)|(?<=\n))\s{0,4}((?:This|The\spresent)\s(?:\w{1,20}\s)?(?:file|module"
    r"|header|script|program|package|crate|library|suite|test|tool|utility|class)s?\s"
    r"(?:also\s)?(?:adds|builds|checks|collects|compares|computes|contains|converts|creates|declares|defines|demonstrates|describes|downloads|exercises|exports|generates"
    r"|handles|has|holds|implements|includes|installs|manages|measures|offers|prints|provides|reads"
    r"|runs|sets|shows|tests|verifies|writes"
    r"|wraps)\b|The\spurpose\sof\sthis\s\w{1,20}\sis\b)"
)
_HEADING: Final = re.compile(r"\A(?:#{1,4}|[-*]) +(?=\w)")
_ASSIGNS: Final = re.compile(rb"(?:(?:const|let|local|my|our|var) )?[\w.$@]{1,60} ?:?= ?[^=]")
_OF_FILE: Final = re.compile(r"[@\\]file\b")
_OPENERS: Final = (b"/*", b"/**")
_PART: Final = re.compile(
    r"(?:Forward|Local|Private|Public|Internal|Helper|Some|Constants?|Macros?)\b"
)


# Doxygen's mark of what a file is for.
_BRIEF: Final = re.compile(r"[@\\](?:brief|short|summary)\s+")
_OF_IMPORTS: Final = re.compile(r"(?:This|the) (?:include|import)s?\b")


class OwnWords(NamedTuple):
    doc: str
    summary: Summary


def own_words(facts: FileFacts, source: SourceText) -> OwnWords:
    first = file_summary(facts.doc, source)
    if first.text.count(" ") < _FEW_SPACES and says_more((from_help := _help_summary(source)).text):
        return OwnWords(facts.doc, from_help)
    has_words = bool(first.text)
    is_aside = first.text.startswith(("Note:", "NOTE:")) or _is_above_attribute(first, source)
    is_aside |= _is_about_statement(first, source)
    if is_aside or _is_about_import(first.text, first.end_line, source):
        first = Summary()
    if whole := _of_whole(facts.doc, source):
        return OwnWords(facts.doc, whole)
    if first.text and says_more(first.text):
        return OwnWords(facts.doc, first)
    rest = facts.doc.partition("\n\n")[2] if has_words else ""
    further = file_summary(rest, source, first.end_line + 1)
    if _introduces(further):
        return OwnWords(facts.doc, further)
    for block in _introductions(facts, source):
        whole = _of_whole(block.text, source, block.line)
        later = whole or file_summary(block.text, source, block.line)
        is_of_file = _OF_FILE.match(block.text) and says_more(later.text)
        if (is_of_file or whole or _introduces(later)) and later.text != first.text:
            return OwnWords(f"{facts.doc}\n\n{block.text}".strip("\n"), later)
    return OwnWords(facts.doc, first)


def _of_whole(doc: str, source: SourceText, first: int = 1) -> Summary | None:
    """``This file implements …``, behind the name of the library or a title."""
    match = _OF_WHOLE.search(doc, 0, _MAX_DOC)
    found = file_summary(doc[match.start(1) :], source, first) if match else Summary()
    is_telling = found.text.count(" ") >= _MIN_SPACES and says_more(found.text, by_words=1)
    return found if is_telling and not found.text.endswith(":") else None


def _help_summary(source: SourceText) -> Summary:
    """By help that it gives to its users."""
    text, line = help_text(source)
    return file_summary(text, source, line) if text else Summary()


def _introduces(summary: Summary) -> bool:
    """A heading of a part is shorter than a sentence."""
    n_words = summary.text.count(" ") + summary.text.endswith(".")
    return n_words >= _FEW_SPACES and says_more(summary.text)


def file_summary(doc: str, source: SourceText, first: int = 1) -> Summary:
    """From a line on; empty where the sentence is not literally there: nobody could look it up."""
    sentence = summary(doc)
    lines = list(_lines_of(sentence.pieces, source, first))
    if not lines or 0 in lines:
        return Summary()
    text = _HEADING.sub("", _BRIEF.sub("", without_links(sentence.text)), count=1)
    if "[" in text:
        text = without_shortcuts(text, link_labels(doc.split("\n")))
    return Summary(text, lines[0], lines[-1])


def _introductions(facts: FileFacts, source: SourceText) -> Iterator[TextBlock]:
    """Comments above all code; below imports only one that speaks of the whole file, or the first
    where it stands between empty lines."""
    last, has_imports, has_below = 0, False, False
    for block in facts.texts[:_MAX_BLOCKS]:
        above = [line.strip() for line in source.lines[last : min(block.line - 1, _MAX_LINES)]]
        code = [line for line in above if not _GUARD.match(line)]
        if block.line > _MAX_LINES or not all(map(_IMPORT.match, code)):
            return
        last, has_imports = max(block.end_line, last), has_imports or bool(code)
        if facts.doc and facts.doc.rstrip().rpartition("\n")[2] in block.text:
            continue
        is_first_below, has_below = has_imports and not has_below, has_imports
        is_apart = is_first_below and _stands_apart(block, source)
        is_above = not (has_imports or _is_about_code(block, source))
        if is_apart or is_above or _INTRODUCES.match(block.text):
            yield block


def _stands_apart(block: TextBlock, source: SourceText) -> bool:
    """One sentence or more, with nothing right above or below it; not the heading of a part."""
    above, below = _line_below(block.line - 2, source), _line_below(block.end_line, source)
    if above in _OPENERS:
        above = _line_below(block.line - 3, source)
    is_alone = not (above or below)
    is_sentence = block.text[:1].isupper() and block.text.rstrip().endswith((".", "!"))
    return is_alone and is_sentence and not _PART.match(block.text)


def _is_about_import(text: str, end_line: int, source: SourceText) -> bool:
    """``// only types, no runtime`` on top of an import, or what is said of includes."""
    is_fragment = text[:1].islower() and "." not in text.partition(" ")[0]
    return (is_fragment or _OF_IMPORTS.search(text) is not None) and _IMPORT.match(
        _line_below(end_line, source)
    ) is not None


def _is_about_statement(summary: Summary, source: SourceText) -> bool:
    """``# get the mode of the test`` right above ``mode = …``."""
    below = _line_below(summary.end_line, source)
    return summary.text[:1].islower() and _ASSIGNS.match(below) is not None


def _is_above_attribute(summary: Summary, source: SourceText) -> bool:
    return bool(summary.text) and _line_below(summary.end_line, source).startswith(b"#![allow")


def _line_below(number: int, source: SourceText) -> bytes:
    return source.lines[number].strip() if number < len(source.lines) else b""


def _is_about_code(block: TextBlock, source: SourceText) -> bool:
    """Behind code, or right above a definition, a comment is about that."""
    if _CODE.match(source.lines[block.line - 1].lstrip()):
        return True
    if _is_about_import(block.text, block.end_line, source):
        return True
    below = _line_below(block.end_line, source)
    if below.startswith((b"#![allow", b"#undef")):
        return True
    is_defined = below.lstrip(b"# \t").startswith(b"define")
    return is_defined or not (_GUARD.match(below) or _IMPORT.match(below))


def _lines_of(pieces: tuple[str, ...], source: SourceText, first: int) -> Iterator[int]:
    """The line of each piece, below the one before; 0 where it is nowhere."""
    line = first - 1
    at = source.line_starts[min(line, len(source.line_starts) - 1)]
    for piece in pieces:
        offset = source.data.find(piece.encode("utf-8", "replace"), at)
        line = source.line_of(offset) if offset >= 0 else _line_like(piece, source, line + 1)
        yield line
        if not line:
            return
        at = source.line_starts[line]


def _line_like(piece: str, source: SourceText, first: int) -> int:
    """Text of a document is stored without its markup: links, emphasis, code."""
    words = _bare(piece)
    for number, line in enumerate(source.lines[first - 1 : _MAX_LINES], first):
        if len(line) <= _MAX_LINE and _says(line.decode("utf-8", "replace"), words):
            return number
    return 0


def _says(line: str, words: str) -> bool:
    """The sentence may hold the address of a link: then it must be in the line too."""
    return words in _bare(without_markup(line)) or words in _bare(_ROLE.sub("", line))


def _bare(text: str) -> str:
    return _MARKUP.sub("", text).lower()
