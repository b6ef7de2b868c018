"""Cython: read as the Python that is left without declarations of C.

The text is rewritten in place, so that every name keeps its line and column: ``cpdef int f(int a)``
becomes ``def       f(    a)``. What the rewriting does not know stays as it is, and the grammar of
Python reads around it. Signatures are those of the file itself.
"""

import re
from collections.abc import Callable
from typing import Final

from repobook.languages.python.parser import python_parser
from repobook.languages.python.parser.python_text import STRING
from repobook.model.facts import FileFacts, Import
from repobook.parse.definitions import one_line
from repobook.parse.source import SourceText

_TEXT: Final = re.compile(STRING.encode() + rb"|#[^\n]*+", re.DOTALL)
_NO_BREAK: Final = re.compile(rb"[^\n]")
_MAX_HEAD: Final = 4_000
_INDENT: Final = rb"^(?P<indent>[ \t]{0,200})"
_OF_C: Final = rb"struct|union|enum|cppclass|fused"


def _statement(pattern: bytes) -> re.Pattern[bytes]:
    """A ``~`` stands for blanks."""
    return re.compile(_INDENT + pattern.replace(b"~", rb"[ \t]{1,9}"), re.MULTILINE)


def _inside(pattern: bytes) -> re.Pattern[bytes]:
    """Where an operand begins."""
    before = rb"(?:[(=,\[{:+\-*/|&~%>]|\b(?:return|in|and|or|not|if|else|is|yield))\s{0,80}"
    return re.compile(before + pattern)


_INCLUDE: Final = _statement(rb"include~[\"'](?P<path>[\w./]{1,200})\.p(?:yx|xd|xi)[\"']")
_CIMPORT: Final = _statement(rb"(?:from~[\w.]{1,200}~)?(?P<word>cimport)\b")
_CONDITION: Final = _statement(rb"(?P<word>IF|ELIF|ELSE)\b")
_CLASS: Final = _statement(
    rb"(?P<word>(?:cdef|cpdef|ctypedef)~(?:(?:public|api|packed)~){0,3}"
    rb"(?P<kind>class|" + _OF_C + rb")(?:~class)?)~\w{1,200}(?P<rest>[^\n:]{0,400}):"
)
_FUNCTION: Final = _statement(
    rb"(?P<word>cdef|cpdef|def)~(?!class\b|extern\b)[^\n=(,:]{0,300}?"
    rb"(?P<name>[A-Za-z_]\w{0,200})[ \t]{0,9}\("
)
_TAIL: Final = re.compile(rb"[ \t]{0,9}(?P<after>[^\n:#]{0,200})(?P<colon>:?)")
_ITEM: Final = rb"(?>(?:[^\n=:(,\[#]|\[[^\]\n]{0,200}\]){1,400})"
_DECLARED: Final = _statement(
    rb"(?:cdef|DEF)~(?!class\b|extern\b|" + _OF_C + rb"\b)"
    rb"(?P<first>" + _ITEM + rb")(?P<more>(?:," + _ITEM + rb"){0,40})(?P<next>.?)"
)
_BLOCK: Final = _statement(
    rb"cdef(?:~(?:extern~from~[^\n:]{1,300}|(?:(?:public|api)~?)?(?:nogil)?))?[ \t]{0,9}:"
)
_PROPERTY: Final = _statement(rb"(?P<word>property)~\w{1,200}[ \t]{0,9}:")
_OTHER: Final = _statement(rb"(?:cdef|ctypedef)\b[^\n]{0,400}")
_NAME: Final = re.compile(rb"([A-Za-z_]\w{0,200})[ \t]{0,9}(?:\[[^\]\n]{0,100}\][ \t]{0,9}){0,4}\Z")
_ANY_VALUE: Final = re.compile(rb"=[ \t]{0,9}([*?])(?=\s{0,80}[,)])")
_NONE: Final = re.compile(rb"\b(?:not|or)[ \t]{1,9}None\s{0,9}\Z")
_CAST: Final = _inside(
    rb"(?P<word><[\w. ]{1,80}(?:\[[\w, :]{0,40}\])?[ \t*&?]{0,9}>)(?=[ \t]{0,9}[\w(&<\"'-])"
)
_ADDRESS: Final = _inside(rb"(?P<word>&)(?=\w)")
_NEW: Final = _inside(rb"(?P<word>new[ \t])(?=[ \t]{0,9}\w)")
_LINE: Final = re.compile(rb"[^\n#]*+")
_BRACKET: Final = re.compile(rb"[()\[\]{},=:]")


def facts(source: SourceText) -> FileFacts:
    rewriting = _Rewriting(source)
    found = python_parser.facts(SourceText(rewriting.python()))
    definitions = [
        d._replace(
            kind="property" if d.line in rewriting.properties else d.kind,
            signature=rewriting.signatures.get(d.line, d.signature),
        )
        for d in found.definitions
    ]
    imports = sorted((*found.imports, *rewriting.includes), key=lambda one: one.line)
    return found._replace(definitions=tuple(definitions), imports=tuple(imports))


class _Rewriting:
    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._texts = list(_TEXT.finditer(source.data))
        self._code = bytearray(_TEXT.sub(_masked, source.data))
        self._added: dict[int, bytes] = {}
        """What the line of an offset ends with instead."""
        self.signatures: dict[int, str] = {}
        """As written, by line."""
        self.properties: set[int] = set()
        """Lines of those that are written as blocks."""
        self.includes = [
            Import(_module(match["path"]), "*", "", "from", source.line_of(match.start("path")))
            for match in _INCLUDE.finditer(source.data)
        ]

    def python(self) -> bytes:
        for match in _INCLUDE.finditer(self._source.data):
            self._put(match.end("indent"), match.end(), b"0")
        for pattern in (_CAST, _CAST, _ADDRESS, _NEW):
            self._each(pattern, lambda match: self._put(*match.span("word")))
        self._each(_CIMPORT, lambda match: self._put(*match.span("word"), b"import"))
        self._each(_CONDITION, lambda match: self._put(*match.span("word"), match["word"].lower()))
        self._each(_BLOCK, self._block)
        self._each(_PROPERTY, self._property)
        self._each(_CLASS, self._class)
        self._each(_FUNCTION, self._function)
        self._each(_DECLARED, self._declared)
        self._each(_OTHER, lambda match: self._put(match.end("indent"), match.end(), b"0"))
        return self._joined()

    def _each(self, pattern: re.Pattern[bytes], rewrite: Callable[[re.Match[bytes]], None]) -> None:
        for match in pattern.finditer(bytes(self._code)):
            rewrite(match)

    def _put(self, start: int, end: int, text: bytes = b"") -> None:
        blank = _NO_BREAK.sub(b" ", bytes(self._code[start:end]))
        self._code[start:end] = text + blank[len(text) :]

    def _sign(self, start: int, end: int) -> None:
        signature = one_line(self._source.text(start, end)).rstrip(" :")
        self.signatures[self._source.line_of(start)] = signature

    def _property(self, match: re.Match[bytes]) -> None:
        self._sign(match.end("indent"), match.end())
        self._put(*match.span("word"), b"class")
        self.properties.add(self._source.line_of(match.start("word")))

    def _class(self, match: re.Match[bytes]) -> None:
        self._sign(match.end("indent"), match.end())
        self._put(*match.span("word"), b"class")
        if b"[" in match["rest"]:
            self._put(*match.span("rest"))
        if match["kind"] not in (b"class", b"enum"):
            self._added[match.end()] = b" ..."
            self._blank_body(match)

    def _function(self, match: re.Match[bytes]) -> None:
        parameters, end = self._parameters(match.end())
        tail = _TAIL.match(self._code, end)
        is_python = match["word"] == b"def"
        is_pointer = self._code[end : end + 1] == b"("
        if tail is None or not parameters or is_pointer or (is_python and not tail["colon"]):
            return
        self._sign(match.end("indent"), tail.end())
        for start, stop in parameters:
            self._untype(start, stop)
        for value in list(_ANY_VALUE.finditer(self._code, match.end(), end)):
            self._put(*value.span(1), b"0")
        self._put(match.end("indent"), match.start("name"), b"def")
        if not tail["after"].startswith(b"->"):
            self._put(*tail.span("after"))
        if not tail["colon"]:
            self._added[end] = b": ..."

    def _parameters(self, start: int) -> tuple[list[tuple[int, int]], int]:
        """Where each stands, up to its value or annotation; and where the bracket ends."""
        depth, begin, stop = 0, start, 0
        found: list[tuple[int, int]] = []
        for token in _BRACKET.finditer(self._code, start, start + _MAX_HEAD):
            sign = token[0]
            depth += (sign in b"([{") - (sign in b")]}")
            if depth < 0 or (not depth and sign == b","):
                found.append((begin, stop or token.start()))
                begin, stop = token.end(), 0
            elif not depth and sign in b"=:":
                stop = stop or token.start()
            if depth < 0:
                return found, token.end()
        return [], start

    def _untype(self, start: int, end: int) -> None:
        if none := _NONE.search(self._code, start, end):
            self._put(*none.span())
        text = bytes(self._code[start:end]).rstrip()
        name = _NAME.search(text)
        if name and not text.lstrip().startswith(b"*"):
            self._put(start, end)
            self._code[start + name.start(1) : start + name.end(1)] = name[1]

    def _declared(self, match: re.Match[bytes]) -> None:
        """Names of variables, as values that are set; what is called is none of them."""
        first = _NAME.search(match["first"].rstrip())
        if first is None or match["next"] in (b"(", b":"):
            return
        start, name = match.end("indent"), match.start("first") + first.start(1)
        line = _LINE.match(self._code, start)
        self._sign(start, line.end() if line else start)
        self._put(start, name, b"0")
        self._code[name - 1] = ord(";")
        for star in re.finditer(rb"[*&]", match["more"]):
            self._put(match.start("more") + star.start(), match.start("more") + star.end())
        if match["next"] != b"=":
            self._added[match.end("more")] = b" = 0"

    def _block(self, match: re.Match[bytes]) -> None:
        self._put(match.end("indent"), match.end(), b"0")
        self._blank_body(match)

    def _blank_body(self, match: re.Match[bytes]) -> None:
        """Declarations of C: all that is deeper to the right."""
        deeper = rb"(?>(?:\n(?:" + match["indent"] + rb"[ \t]++[^\n]*|[ \t]*(?=\n)))*)"
        line_end = self._code.find(b"\n", match.end())
        body = re.compile(deeper).match(self._code, line_end) if line_end >= 0 else None
        if body is not None:
            self._put(*body.span())

    def _joined(self) -> bytes:
        """With strings and comments where they were, unless they went with a declaration."""
        for text in self._texts:
            if self._code[text.start()] in b'"#':
                self._code[text.start() : text.end()] = text[0]
        parts, last = [], 0
        for offset, added in sorted(self._added.items()):
            parts += [bytes(self._code[last:offset]), added]
            last = offset
        return b"".join((*parts, bytes(self._code[last:])))


def _masked(text: re.Match[bytes]) -> bytes:
    """A string or a comment, without what could be read in it."""
    sign = b"#" if text[0].startswith(b"#") else b'"'
    return sign + _NO_BREAK.sub(b"_", text[0][1:])


def _module(path: bytes) -> str:
    """Of a file that is included, seen from the one that includes it."""
    return f".{path.decode().removeprefix('./').replace('/', '.')}"
