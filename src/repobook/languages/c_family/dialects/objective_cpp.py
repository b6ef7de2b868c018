"""Objective-C++: no grammar reads both, so each reads its own part of the file.

What stands between ``@interface``, ``@protocol`` or ``@implementation`` and ``@end`` is read as
Objective-C. The rest is C++ in which messages, blocks and literals are rewritten, character for
character, into C++ of the same length.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import tree_sitter_cpp
import tree_sitter_objc

from repobook.languages.c_family.parser.c_parser import c_language
from repobook.languages.c_family.parser.c_scopes import (
    finish_c,
    merged,
    settled_definitions,
    texts_above,
)
from repobook.languages.c_family.parser.c_text import prepare
from repobook.languages.c_family.parser.objective_syntax import (
    describe_objective,
    messages_as_calls,
    plain_enums,
)
from repobook.model.facts import Decision, Definition, FileFacts, Reference
from repobook.parse.chains import positions_of
from repobook.parse.source import SourceText

_CONTAINER: Final = re.compile(
    rb"^@(?:interface|implementation|protocol(?![^;{}\n]*;)|end)\b", re.MULTILINE
)
_SPACES: Final = bytes(code if code in b"\r\n" else 0x20 for code in range(256))
_KEYWORD: Final = re.compile(
    rb"@(?:autoreleasepool|optional|required)\b|@(?:class|import)[^;\n]*+;"
)
_SELECTOR: Final = re.compile(rb"@(?:selector|protocol|encode)\([^()]*+\)")
_BLOCK: Final = re.compile(
    rb"(?:[ \t]\^|\^[ \t]?+(?=\())[ \t]*+(?:\w[\w:]*+[ \t]*+\**+)?(?=\s*+[({])"
)
_TOKEN: Final = re.compile(
    rb"\"(?>(?:[^\"\\\n]|\\.)*)\"|'(?>(?:[^'\\\n]|\\.)*)'|//[^\n]*+|/\*.*?(?:\*/|\Z)|::"
    rb"|\[\[\w++(?:\([^()]*+\))?\]\]|[\[\](){}:?]",
    re.DOTALL,
)
_OPENING: Final = b"([{"
_CLOSING: Final = b")]}"
_VALUE_BEFORE: Final = re.compile(rb"[\w)\]>\"]\s*+\Z")
_KEYWORD_BEFORE: Final = re.compile(rb"\b(?:return|else|in|case)\s*+\Z")
_LAMBDA_BEHIND: Final = re.compile(rb"\s*+(?:[({]|mutable\b|->)")
_LAST_WORD: Final = re.compile(rb"(?<![\w])[A-Za-z_]\w*+\s*+\Z")
_MAX_LOOK_BACK: Final = 100


class _ObjectiveCpp:
    def __call__(self, source: SourceText) -> FileFacts:
        facts = _cpp(source)
        if b"@end" not in source.data:
            return facts
        return _joined(facts, _objc(source), source)

    def parse_only(self, data: bytes) -> None:
        _cpp.parse_only(data)


def _joined(cpp: FileFacts, objc: FileFacts, source: SourceText) -> FileFacts:
    doc_by_end_line = texts_above(cpp.texts, source)
    containers = [
        d if d.doc else d._replace(doc=doc_by_end_line.get(d.line - 1, ""))
        for d in objc.definitions
    ]
    definitions = merged(list(cpp.definitions), containers)
    return cpp._replace(
        definitions=tuple(definitions),
        references=_in_order((*cpp.references, *objc.references)),
        notes=tuple(sorted((*cpp.notes, *objc.notes), key=lambda note: note.line)),
        texts=tuple(sorted({*cpp.texts, *objc.texts})),
        diagnostics=tuple(sorted((*cpp.diagnostics, *objc.diagnostics))),
        decisions=tuple(
            sorted(_decisions(definitions, cpp, objc), key=lambda decision: decision.line)
        ),
        settings=tuple(sorted({*cpp.settings, *objc.settings})),
    )


def _decisions(definitions: list[Definition], *parts: FileFacts) -> Iterable[Decision]:
    """Of both parts, each with the number that its definition has in the whole."""
    number_by_place = {(d.line, d.column, d.name): n for n, d in enumerate(definitions)}
    for part in parts:
        for decision in part.decisions:
            owner = part.definitions[decision.definition] if decision.definition >= 0 else None
            place = (owner.line, owner.column, owner.name) if owner else None
            yield decision._replace(definition=number_by_place.get(place, -1) if place else -1)


class _Parts(NamedTuple):
    cpp: bytes
    objc: bytes
    messages: tuple[tuple[int, int], ...]
    """Where the C++ part sends a message: the first word of its selector."""


@lru_cache(maxsize=1)
def _parts(data: bytes) -> _Parts:
    """The C++ and the Objective-C of a file, each with spaces for the other."""
    text = plain_enums(prepare(data))
    cpp, objc = bytearray(text), bytearray(text.translate(_SPACES))
    start = -1
    for match in _CONTAINER.finditer(text):
        if match[0] != b"@end":
            start = match.start() if start < 0 else start
        elif start >= 0:
            objc[start : match.end()] = text[start : match.end()]
            cpp[start : match.end()] = text[start : match.end()].translate(_SPACES)
            start = -1
    messages = _rewrite_brackets(cpp)
    return _Parts(_as_cpp(bytes(cpp)), bytes(objc), tuple(messages))


def _as_cpp(text: bytes) -> bytes:
    if b"@" in text:
        text = _KEYWORD.sub(_blank, text)
        text = _SELECTOR.sub(lambda match: b"0".ljust(len(match[0])), text)
        text = text.replace(b"@", b" ")
    return _BLOCK.sub(_lambda, text)


def _blank(match: re.Match[bytes]) -> bytes:
    return match[0].translate(_SPACES)


def _lambda(match: re.Match[bytes]) -> bytes:
    return b"[]".ljust(len(match[0])) if len(match[0]) > 1 else match[0]


class _Open(NamedTuple):
    """A bracket that is still open."""

    kind: str
    """``message`` or ``literal``, else empty."""
    start: int
    colons: list[int]
    """Of the selector or of the keys in a literal; a question mark is a negative entry."""


def _rewrite_brackets(out: bytearray) -> list[tuple[int, int]]:
    """``[x a:1 b:2]`` becomes ``(x,a,1,b,2)``, ``@[1]`` and ``@{1 : 2}`` become lists."""
    messages: list[tuple[int, int]] = []
    open_brackets: list[_Open] = []
    for match in _TOKEN.finditer(bytes(out)):
        token, at = match[0], match.start()
        if len(token) > 1:
            continue
        if token in _OPENING:
            open_brackets.append(_Open(_kind_of_bracket(out, token, at), at, []))
        elif token in _CLOSING and open_brackets:
            _close_bracket(out, open_brackets.pop(), at, messages)
        elif open_brackets and open_brackets[-1].kind:
            colons = open_brackets[-1].colons
            if token == b"?":
                colons.append(-1)
            elif colons and colons[-1] == -1:
                colons.pop()
            else:
                colons.append(at)
    return messages


def _kind_of_bracket(out: bytearray, token: bytes, at: int) -> str:
    if out[at - 1 : at] == b"@" and token != b"(":
        return "literal"
    before = bytes(out[max(0, at - _MAX_LOOK_BACK) : at])
    is_value = token != b"[" or (
        _VALUE_BEFORE.search(before) is not None and _KEYWORD_BEFORE.search(before) is None
    )
    return "" if is_value else "message"


def _close_bracket(
    out: bytearray, bracket: _Open, end: int, messages: list[tuple[int, int]]
) -> None:
    colons = [colon for colon in bracket.colons if colon >= 0]
    if bracket.kind == "literal":
        out[bracket.start], out[end] = b"{}"
        for colon in colons:
            out[colon] = 0x2C
    elif bracket.kind == "message" and _LAMBDA_BEHIND.match(out, end + 1) is None:
        words = [_word_before(out, bracket.start, place) for place in colons or [end]]
        if words and words[0] is not None:
            messages.append(words[0])
            _write_list(out, bracket.start, end, colons, [word for word in words if word])


def _word_before(out: bytearray, start: int, end: int) -> tuple[int, int] | None:
    begin = max(start + 1, end - _MAX_LOOK_BACK)
    match = _LAST_WORD.search(bytes(out[begin:end]))
    if match is None or out[begin + match.start() - 1] not in b" \t\n)":
        return None
    return begin + match.start(), begin + match.start() + len(match[0].rstrip())


def _write_list(
    out: bytearray, start: int, end: int, colons: list[int], words: list[tuple[int, int]]
) -> None:
    out[start], out[end] = b"()"
    for place in (*colons, *(word - 1 for word, _ in words)):
        if out[place] not in b"\r\n)":
            out[place] = 0x2C


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    facts = finish_c(facts, source)
    ends_by_name: dict[str, list[int]] = {}
    for start, end in _parts(source.data).messages:
        ends_by_name.setdefault(source.text(start, end), []).append(end)
    sent = [
        Reference(name, "?", "call", tuple(positions_of(source, name, ends)))
        for name, ends in ends_by_name.items()
    ]
    return facts._replace(references=_in_order((*facts.references, *sent)))


def _finish_objc(facts: FileFacts, source: SourceText) -> FileFacts:
    """Without directives and macros, which the C++ part has already."""
    return facts._replace(
        definitions=tuple(settled_definitions(facts.definitions)),
        references=messages_as_calls(facts.references),
    )


def _in_order(references: Iterable[Reference]) -> tuple[Reference, ...]:
    return tuple(sorted(references, key=lambda reference: reference.positions))


_cpp = c_language(
    tree_sitter_cpp.language, "c_family/cpp", prepare=lambda data: _parts(data).cpp, finish=_finish
)
_objc = c_language(
    tree_sitter_objc.language,
    "c_family/objective_c",
    prepare=lambda data: _parts(data).objc,
    describe=describe_objective,
    finish=_finish_objc,
)

facts = _ObjectiveCpp()
