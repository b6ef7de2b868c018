"""Tells a file's language: linguist's tables of names and extensions, then shebangs, then content.

Content only decides where a name does not: ``.asc``, ``.h``, ``.inc``, ``.m``, ``.pro``, ``.ts``
and templates ending in ``.in``. Every expression looks at a bounded head of the file.
"""

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from repobook.text.decode import is_binary

TEXT: Final = "Text"
BINARY: Final = ""
_HEAD_BYTES: Final = 1 << 16
_TEMPLATE_ENDINGS: Final = (".in", ".template", ".tmpl", ".tpl")


class Tables(NamedTuple):
    extensions: dict[str, str]
    filenames: dict[str, str]
    interpreters: dict[str, str]
    types: dict[str, list[str]]
    """Languages that are data, markup or prose; every other is a programming language."""


@functools.cache
def tables() -> Tables:
    text = Path(__file__).with_name("tables").joinpath("languages.json").read_text("utf-8")
    return Tables(**json.loads(text))


@functools.cache
def language_type(language: str) -> str:
    """``programming``, ``markup``, ``data`` or ``prose``."""
    types = (name for name, members in tables().types.items() if language in members)
    return next(types, "programming")


@functools.cache
def known_language(name: str) -> str:
    """The language someone means by a name in ``.gitattributes``, where blanks are hyphens."""
    wanted = name.casefold().replace("-", " ")
    names = {*tables().extensions.values(), *tables().filenames.values()}
    matching = (
        language for language in sorted(names) if language.casefold().replace("-", " ") == wanted
    )
    return next(matching, "")


def language_of(path: str, content: bytes) -> str:
    """The language by linguist's name; ``Text`` for unknown text and empty for binary content."""
    if is_binary(content):
        return BINARY
    name = path.rpartition("/")[2]
    language = _by_name(name) or _by_extension(name, content)
    return language or _by_shebang(content) or TEXT


def _by_name(name: str) -> str:
    if language := tables().filenames.get(name):
        return language
    if name.endswith(".BUILD") or name.startswith(("BUCK.", "TARGETS.")):
        return "Starlark"
    if name.startswith("Dockerfile") or name.endswith(".Dockerfile"):
        return "Dockerfile"
    stem = name.partition(".")[0]
    return "Makefile" if stem in ("Makefile", "GNUmakefile", "makefile") else ""


def _by_extension(name: str, content: bytes) -> str:
    """The longest known ending decides, so ``.cmake.in`` comes before ``.in``."""
    at = name.find(".")
    extensions = tables().extensions
    while at >= 0:
        ending = name[at:].lower()
        if rule := _CONTENT_RULES.get(ending):
            return rule(content[:_HEAD_BYTES])
        if ending in _TEMPLATE_ENDINGS and (inner := _of_template(name[:at], content)):
            return inner
        if language := extensions.get(ending):
            return "C++" if name.endswith(".C") else language
        at = name.find(".", at + 1)
    return ""


def _of_template(inner: str, content: bytes) -> str:
    """``setup.py.in`` is Python with gaps."""
    return _by_name(inner) or _by_extension(inner, content)


_SHEBANG: Final = re.compile(rb"#![ \t]{0,8}(\S{1,200})([^\r\n]{0,200})")


def _by_shebang(content: bytes) -> str:
    match = _SHEBANG.match(content)
    if not match:
        return ""
    program = match.group(1).rpartition(b"/")[2].decode("utf-8", "replace")
    if program == "env":
        words = match.group(2).decode("utf-8", "replace").split()
        program = next((w for w in words if not w.startswith("-") and "=" not in w), "")
        program = program.rpartition("/")[2]
    interpreters = tables().interpreters
    return interpreters.get(program) or interpreters.get(program.rstrip("0123456789."), "")


_OBJECTIVE_C: Final = re.compile(
    rb"^[ \t]{0,40}(?:#import\b|"
    rb"@(?:interface|protocol|implementation|class|property|end|import)\b)",
    re.M,
)
# A line that opens like a comment proves nothing: headers in C like to speak of classes.
_CPP: Final = re.compile(
    rb"^[ \t]{0,40}(?:"
    rb"template[ \t]{0,8}<|(?:using[ \t]{1,8})?namespace\b|using[ \t]{1,8}\w|"
    rb"class[ \t]{1,8}\w|(?:public|private|protected)[ \t]{0,8}:|"
    rb"constexpr\b|static_assert\b|enum[ \t]{1,8}class\b|friend\b|virtual\b|explicit\b|"
    rb"#[ \t]{0,8}include[ \t]{0,8}<[a-z_]{2,40}>|"
    rb"#[ \t]{0,8}include[^\n]{1,200}\.(?:hpp|hh|hxx|cuh)[>\"]|"
    rb"(?![/*#]|[ \t])[^\n/\"]{0,200}?\w::~?\w)",
    re.M,
)
# A header that only gathers others: what it gathers is named the way of C++.
_CAMEL_INCLUDE: Final = re.compile(
    rb"^#[ \t]{0,8}include[ \t]{0,8}<(?:\w{1,60}/){1,12}[A-Z]+[a-z]\w{0,80}\.h>", re.M
)
_CPP_MODE: Final = re.compile(rb"\A[^\n]{0,200}-\*-[^\n]{0,40}\bc\+\+[^\n]{0,40}-\*-", re.I)
_PHP: Final = re.compile(rb"<\?(?:php|=)", re.I)
_MARKUP: Final = re.compile(rb"\A\s{0,200}<(?!\?php)[!?a-zA-Z]")
_C_FAMILY: Final = re.compile(
    rb"^[ \t]{0,40}(?:#[ \t]{0,8}\w|//|/\*)|[;{}][ \t]{0,40}$|\w::\w", re.M
)
# Of Windows' module definition files.
_EXPORTS: Final = re.compile(rb"^[ \t]{0,40}(?:EXPORTS|LIBRARY)\b[^(\n]{0,100}$", re.M)
_ASSEMBLY: Final = re.compile(
    rb"^[ \t]{0,40}(?:%(?:define|macro|include)|\.(?:macro|globl|section))", re.M
)
_MATLAB: Final = re.compile(rb"^[ \t]{0,40}(?:%|function\b|classdef\b)", re.M)
_QT_TRANSLATION: Final = re.compile(rb"\A\s{0,200}<(?:\?xml|!DOCTYPE TS|TS\b)")

_ARMOUR: Final = re.compile(rb"\s{0,200}-----BEGIN ")
_ASCIIDOC: Final = re.compile(rb"^(?:={1,6}[ \t]\S|={4,80}$|-{4,80}$)", re.M)
_PROGUARD: Final = re.compile(rb"^[ \t]{0,40}-[a-z]{3,40}\b", re.M)
_PROLOG: Final = re.compile(rb"^[^\n#%]{0,200}:-", re.M)
_QMAKE: Final = re.compile(rb"^[^\n#]{0,200}\w[ \t]{0,40}[+*-]?=|^[ \t]{0,40}include\(", re.M)


def _of_header(head: bytes) -> str:
    is_cpp = bool(_CPP_MODE.match(head) or _CPP.search(head))
    if _OBJECTIVE_C.search(head):
        return "Objective-C++" if is_cpp else "Objective-C"
    return "C++" if is_cpp or _CAMEL_INCLUDE.search(head) else "C"


def _of_inc(head: bytes) -> str:
    if _PHP.search(head):
        return "PHP"
    if _MARKUP.match(head):
        return "HTML"
    if _ASSEMBLY.search(head):
        return "Assembly"
    return "C++" if _C_FAMILY.search(head) else TEXT


def _of_def(head: bytes) -> str:
    """A table that C code includes; else what a linker exports, or anything."""
    is_table = _C_FAMILY.search(head) and not _EXPORTS.search(head)
    return _of_header(head) if is_table else TEXT


def _of_m(head: bytes) -> str:
    if _OBJECTIVE_C.search(head) or not _MATLAB.search(head):
        return "Objective-C"
    return "MATLAB"


def _of_asc(head: bytes) -> str:
    """A signature or key in armour, a document, or a script."""
    if _ARMOUR.match(head):
        return "Public Key"
    return "AsciiDoc" if _ASCIIDOC.search(head) else "AGS Script"


def _of_ts(head: bytes) -> str:
    return "XML" if _QT_TRANSLATION.match(head) else "TypeScript"


def _of_pro(head: bytes) -> str:
    if _PROGUARD.search(head):
        return "Proguard"
    if _PROLOG.search(head):
        return "Prolog"
    return "QMake" if _QMAKE.search(head) else TEXT


_CONTENT_RULES: Final[dict[str, Callable[[bytes], str]]] = {
    ".asc": _of_asc,
    ".def": _of_def,
    ".h": _of_header,
    ".inc": _of_inc,
    ".m": _of_m,
    ".pro": _of_pro,
    ".ts": _of_ts,
}
