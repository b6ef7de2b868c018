"""How C and its relatives decide: macros and calls that check, throw, warn and end the program."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.languages.c_family.parser.c_text import prepared
from repobook.packs import installed as packs
from repobook.parse.code_text import SLASHED, CodeText
from repobook.parse.decisions.conditions import Region
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import IDENTIFIER, Reading, reads
from repobook.parse.source import SourceText
from repobook.text.logic import SIGNS, negation

# Checks of a test framework are what a test is made of, and decide nothing about the code.
_CHECK: Final = re.compile(
    r"(?!EXPECT_|ASSERT_|REQUIRE)(?:[A-Z0-9]+_)*D?(?:CHECK|ASSERT|ENFORCE|VERIFY)(?:_[A-Z0-9_]+)?"
)
_MAX_DIRECTIVE: Final = 120
_TURNED: Final = {"#ifdef ": "#ifndef ", "#ifndef ": "#ifdef "}
_SPACED: Final = re.compile(r"#\s+")


def _regions(source: SourceText) -> Iterable[Region]:
    """What stands between the branches of the preprocessor, which the grammar never sees."""
    opened: list[_Directive] = []
    for word, start, end in prepared(source.data).conditions:
        if word.startswith(b"if"):
            opened.append(_Directive(start, end))
        elif opened:
            before = opened.pop()
            yield Region(before.inside or before.end, start, before.text)
            if word == b"else":
                opened.append(before._replace(inside=end, is_turned=True))
            elif word != b"endif":
                opened.append(_Directive(start, end))


class _Directive(NamedTuple):
    start: int
    end: int
    inside: int = 0
    """Where the ``#else`` of it ends."""
    is_turned: bool = False

    def text(self, code: CodeText) -> str:
        directive = _SPACED.sub("#", code.one_line(self.start, self.end, _MAX_DIRECTIVE), count=1)
        return _otherwise(directive) if self.is_turned else directive


def _otherwise(directive: str) -> str:
    """What ``#else`` stands for; behind an ``#elif`` it says no more than that."""
    for word, turned in _TURNED.items():
        if directive.startswith(word):
            return turned + directive.removeprefix(word)
    condition = directive.removeprefix("#if ")
    return f"#if {negation(condition, SIGNS)}" if condition != directive else "#else"


DECIDING: Final = Deciding(
    SIGNS,
    SLASHED,
    by_name(
        on("assert", "assert", of=("", "std")),
        on("exit", "abort", "exit", "_exit", "terminate", of=("", "std")),
        on("skip", "GTEST_SKIP"),
        *packs.decisions("c_family"),
        checks=_CHECK,
    ),
    regions=_regions,
)
_FLAGS: Final = tuple(
    f"DEFINE_{type_}"
    for type_ in ("bool", "int", "int32", "int64", "uint32", "uint64", "double", "string")
)

READING: Final = Reading(
    (b"getenv", b"_env", b"DEFINE_"),
    {
        **reads("environment variable", "getenv", "secure_getenv", of=("", "std")),
        **reads("environment variable", "get_env", "check_env", "has_env", of=None),
        **reads("command-line option", *_FLAGS, behind=IDENTIFIER),
        **packs.settings("c_family"),
    },
)
