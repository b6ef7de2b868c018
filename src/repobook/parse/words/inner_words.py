"""Words inside of a file that does not say on top what it is for: what its page shows, what its
comments note, what it tells its users, and the whole of a small function.

Each is a ``Summary`` behind a mark of its kind.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from repobook.model.facts import Definition, FileFacts, Summary, TextBlock
from repobook.parse.source import SourceText
from repobook.text.documents.asides import is_wish, pointed_to
from repobook.text.documents.first_sentence import is_legal, summary
from repobook.text.documents.markup import without_links
from repobook.text.documents.sentences import first_sentence
from repobook.text.documents.tautologies import says_more, tells

SHOWN: Final = "> "
NOTED: Final = "# "
SAID: Final = "' "
DOES: Final = "= "
WHOLE: Final = "* "
CALLS: Final = "( "
ENTRY: Final = "[ "
_MAX_OF_KIND: Final = 6
_MAX_LOOKED_AT: Final = 200_000
_MAX_WORDS: Final = 110
_MIN_SPACES: Final = 2
_MAX_BLOCKS: Final = 40
_MAX_NOTE: Final = 25
_MIN_CLAUSE: Final = 40
_MAX_BODY: Final = 7
_MAX_RETURN: Final = 11
_MIN_LARGE: Final = 8
_MAX_LINES: Final = 300
_MAX_CALL: Final = 90
_MAX_SMALL: Final = 2_000
_MAX_STATEMENTS: Final = 3
_MAX_CODE: Final = 150
# Shown to its first words.
_MAX_WHOLE: Final = 300
_COMMENT: Final = re.compile(r"#(?!include)|//|--(?= )|;|/?\*|<!--|set -|\"use strict|'use ")
_CALL: Final = re.compile(r"[a-zA-Z_][\w.:!]{1,60}[!?]?(?:\(| [\"':]).*\w")
_IMPORTS: Final = re.compile(rb"\s*(?:#\s*include|import|from|use|using|require)\b")
_TAKES_IN: Final = re.compile(r"(?:package|import|from|use|using|namespace)\b(?! ?\()")
# What stands between quotation marks and is no sentence: names of classes, a query, a path.
_NO_WORDS: Final = re.compile(r"[\w-]:[\w-]|\w/\w|\w-\w+ \w+-|\A(?i:select|insert|create) ")
# What a program says when something goes wrong.
_FAILS: Final = re.compile(
    r"(?i)\b(?:errors?|fail(?:ed|ure|s)?|cannot|can't|can not|could not|couldn't|unable|invalid"
    r"|illegal|missing|must|unexpected|unknown|unsupported|not (?:allowed|found|implemented"
    r"|supported|valid)|out of memory)\b"
)
_WORD: Final = re.compile(r"\w")
_SHOWN: Final = re.compile(
    rb"<(?P<tag>h[1-4]|title|p|label|button|legend|summary|a|li|span|div|td|th|strong)\b"
    rb"[^<>\n]{0,200}>\s{0,60}(?P<text>[A-Za-z][^<>{}%=;\"]{3,400})(?=[<{])"
)
_TITLES: Final = frozenset(["h1", "h2", "h3", "title", "legend", "summary"])
_SAID: Final = re.compile(
    rb"(?<![\w\\])([\"'`]) ?([A-Za-z][\w-]*(?:'\w+)?(?: [\w(),./:-]+(?:'\w+)?){2,16}[.!?:]?)\1"
)
_TO_TOOL: Final = re.compile(
    r"(?i:todo|fixme|xxx|hack|note\b|noqa|nolint|eslint|prettier|shellcheck|type:|ts-|istanbul"
    r"|safety\b|clang-|pylint|see\b|https?:|region\b|endregion\b|end of\b|[@=*_~+<>|\\/-])"
)
_OPEN: Final = (*"{([,;:=+|&?>",)
_GOES_ON: Final = (*".)]}?:+|&<", "=>", "and ", "or ", "else")
_VALUES: Final = frozenset(["constant", "variable", "type", "interface"])
_CODE: Final = re.compile(r"[;{}]\s*$|^\S+\(.*\)$|[=!]=|->|::|\w\.\w+\(|^[\w.]+ = ")


def inner_words(facts: FileFacts, source: SourceText) -> tuple[Summary, ...]:
    if len(source.data) > _MAX_LOOKED_AT or tells(facts.summary.text):
        return ()
    return (*_shown(source), *_noted(facts, source), *_said(source), *_does(facts, source))


def _shown(source: SourceText) -> Iterator[Summary]:
    """Titles of a page first, then its text of two words or more, in the order of the lines."""
    if b"</" not in source.data:
        return
    found = [*islice(_SHOWN.finditer(source.data), 40)]
    found.sort(key=lambda match: (match["tag"].decode() not in _TITLES, match.start()))
    said: set[str] = set()
    for match in found:
        text = first_sentence(match["text"].decode("utf-8", "replace"))
        is_title = match["tag"].decode() in _TITLES
        is_text = " " in text and text[:1].isupper()
        is_telling = (is_text or is_title) and len(text) <= _MAX_WORDS
        if text not in said and is_telling and len(said) < _MAX_OF_KIND:
            said.add(text)
            first, last = (source.line_of(at) for at in match.span("text"))
            yield Summary(SHOWN + text, first, last)


def _noted(facts: FileFacts, source: SourceText) -> Iterator[Summary]:
    """Sentences of comments that stand in the code, each whole; not what is said of an import."""
    found: dict[str, Summary] = {}
    for block in facts.texts[:_MAX_BLOCKS]:
        if _IMPORTS.match(source.lines[block.line - 1]):
            continue
        for note in _note(block):
            found.setdefault(note.text, note)
        if len(found) == _MAX_OF_KIND:
            break
    yield from found.values()


def _note(block: TextBlock) -> Iterator[Summary]:
    if _TO_TOOL.match(block.text) or block.text.count("\n") > _MAX_NOTE or " " not in block.text:
        return
    text = _clause(without_links(summary(block.text).text).rstrip("."))
    is_short = text.count(" ") >= _MIN_SPACES and len(text) <= _MAX_WORDS
    is_aside = _TO_TOOL.match(text) or is_wish(text) or pointed_to(text) is not None
    if not is_short or is_aside or _CODE.search(text) or is_legal(block.text):
        return
    if says_more(text) and text[:1].isalpha():
        yield Summary(NOTED + text, block.line, block.end_line)


def _clause(text: str) -> str:
    """The first of what is long, or as many words as there is room for."""
    if len(text) <= _MAX_WORDS:
        return text
    end = max(text.rfind(mark, 0, _MAX_WORDS) for mark in (", ", "; ", " (", ": "))
    return text[:end] if end >= _MIN_CLAUSE else f"{text[: _MAX_WORDS - 2].rpartition(' ')[0]} …"


def _said(source: SourceText) -> Iterator[Summary]:
    """Strings that are sentences."""
    texts: dict[str, int] = {}
    for match in islice(_SAID.finditer(source.data), 40):
        text = match[2].decode("utf-8", "replace")
        is_sentence = text[:1].isupper() or text.count(" ") > _MIN_SPACES
        is_short = is_sentence and len(text) <= _MAX_WORDS
        is_other = is_legal(text) or _NO_WORDS.search(text) or _FAILS.search(text)
        if is_short and says_more(text) and not is_other:
            texts.setdefault(text, source.line_of(match.start(2)))
    for text, line in islice(texts.items(), _MAX_OF_KIND):
        yield Summary(SAID + text, line, line)


def _does(facts: FileFacts, source: SourceText) -> Iterator[Summary]:
    """The statements of the one small function that a file has."""
    kinds = _VALUES | {"package", "namespace"}
    tops = [one for one in facts.definitions if one.parent < 0 and one.kind not in kinds]
    if len(tops) == 1 and tops[0].kind == "function" and not tops[0].doc:
        code = _body(tops[0], source)
        yield from [Summary(DOES + code, tops[0].line, tops[0].end_line)] if code else []
    elif not tops and (large := _large(facts)) is not None:
        lines = source.lines[large.line : large.end_line]
        first = next((text for line in lines if _WORD.search(text := _text(line))), "")
        if first and len(first) <= _MAX_CODE:
            yield Summary(ENTRY + first.removesuffix(","), large.line, large.end_line)
    else:
        yield from _whole(source)
        if not tops:
            yield from _statements(source)


def _statements(source: SourceText) -> Iterator[Summary]:
    """The first calls of a script as they are written."""
    found = ((n, _text(line)) for n, line in enumerate(source.lines[:_MAX_LINES], 1))
    calls = (
        Summary(CALLS + text.removesuffix(";"), n, n)
        for n, text in found
        if source.lines[n - 1][:1] == text[:1].encode() and len(text) <= _MAX_CALL
        if _CALL.match(text) and not _TAKES_IN.match(text) and "`" not in text
    )
    yield from islice(calls, _MAX_OF_KIND)


def _large(facts: FileFacts) -> Definition | None:
    """The one value that fills the file."""
    found = [one for one in facts.definitions if one.parent < 0 and one.kind in _VALUES]
    large = max(found, key=lambda one: one.end_line - one.line, default=None)
    n_lines = large.end_line - large.line if large else 0
    return large if n_lines >= _MIN_LARGE and 2 * n_lines >= facts.n_lines else None


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()


def _whole(source: SourceText) -> Iterator[Summary]:
    """All of a file of a few statements."""
    if len(source.data) > _MAX_SMALL:
        return
    lines = [(n, line.decode("utf-8", "replace").strip()) for n, line in enumerate(source.lines, 1)]
    code = [(n, line) for n, line in lines if line and not _COMMENT.match(line)]
    written = [(n, line) for n, line in code if not _TAKES_IN.match(line)] or code
    text = _joined(line.removesuffix(";") for _, line in written)
    if written and len(written) <= _MAX_STATEMENTS and len(text) <= _MAX_CODE and "`" not in text:
        yield Summary(WHOLE + text, written[0][0], written[-1][0])


def _body(definition: Definition, source: SourceText) -> str:
    n_lines = definition.end_line - definition.line
    if n_lines > _MAX_RETURN:
        return ""
    lines = source.lines[definition.line - 1 : definition.end_line]
    written = [line.decode("utf-8", "replace").strip() for line in lines]
    head, arrow, tail = " ".join(written).partition("=>")
    inner = [tail.strip()] if arrow and "{" not in head else written[1:]
    if len(written) == 1 and not arrow:
        inner = [head.partition("{")[2].rpartition("}")[0].strip()]
    if inner and not _WORD.search(inner[-1]):
        inner.pop()
    code = _joined(inner).removeprefix("{").removesuffix(";").strip()
    if code.count("}") > code.count("{"):
        code = code.removesuffix("}").rstrip(" ;")
    is_single = code.startswith("return ") and "</" not in code
    is_short = n_lines <= _MAX_BODY and len(code) <= _MAX_CODE
    is_small = is_short or (is_single and len(code) <= _MAX_WHOLE)
    return code if code and is_small and "`" not in code else ""


def _joined(lines: Iterable[str]) -> str:
    """With a mark between statements that end with their lines."""
    code = ""
    for line in filter(None, lines):
        goes_on = not code or code.endswith(_OPEN) or line.startswith(_GOES_ON)
        code += f"{' ' if code else ''}{line}" if goes_on else f"; {line}"
    return code
