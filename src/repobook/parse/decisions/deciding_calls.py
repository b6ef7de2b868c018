"""Decisions beyond a language's grammar: calls that raise, check or skip by their name.

Calls are taken from the references that parsing gave anyway: a language names them, and a file
without any pays nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from string import ascii_letters, digits
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.model.facts import DecisionKind, Reference, unpack_position
from repobook.parse.code_text import CallSpan, CodeText
from repobook.parse.decisions.conditions import Region
from repobook.parse.source import SourceText
from repobook.text.logic import Logic, negation

Captures = dict[str, list[Node]]
KindOf = Callable[[Reference], DecisionKind | None]
Known = dict[str, tuple[DecisionKind, frozenset[str] | None]]

_MAX_LINKS: Final = 8
_MAX_WORD: Final = 60
_MAX_CONDITION: Final = 160
_ROLES: Final = frozenset(["call", "macro", "decorator"])
_SEPARATORS: Final = (b"::", b"->")
_WORD: Final = (ascii_letters + digits + "_").encode()
_SKIPS_IF: Final = re.compile(r"skip\w*[iI]f")
_SKIPS_UNLESS: Final = re.compile(r"skip\w*[uU]nless")
_KEPT_WITH: Final = re.compile(r"[#@]")
# Where a name is seen from: see ``scopes.py``.
_SEEN_FROM: Final = re.compile(r"\Athis\$[\w$]*\.?")
_GOES_ON: Final = re.compile(rb"\s{0,100}<<")


class Exit(NamedTuple):
    """A place that decides something."""

    kind: DecisionKind
    start: int
    end: int
    is_decorator: bool = False
    condition: str = ""
    """Its own, where it stands among its arguments."""
    ends: tuple[int, ...] = ()
    """Of the statements before the last, where it is several."""


def _nothing_else(source: SourceText, captures: Captures) -> Iterable[Exit]:
    return ()


def _no_regions(source: SourceText) -> Iterable[Region]:
    return ()


class Deciding(NamedTuple):
    logic: Logic
    tokens: re.Pattern[bytes]
    """Strings and comments: see ``code_text``."""
    kind_of: KindOf
    """What a call, macro or decorator decides."""
    also: Callable[[SourceText, Captures], Iterable[Exit]] = _nothing_else
    regions: Callable[[SourceText], Iterable[Region]] = _no_regions
    """What leads somewhere without being in the tree."""


def on(kind: DecisionKind, *names: str, of: tuple[str, ...] | None = ("",)) -> Known:
    """What calls of these names decide, by what they are made on; None for anything."""
    receivers = None if of is None else frozenset(of)
    return dict.fromkeys(names, (kind, receivers))


def by_name(*tables: Known, checks: re.Pattern[str] | None = None) -> KindOf:
    """Calls by their name; further ones that match the pattern check something."""
    kinds = {name: entry for table in tables for name, entry in table.items()}

    def kind_of(reference: Reference) -> DecisionKind | None:
        entry = kinds.get(reference.name)
        if entry is None:
            if checks is None or not reference.name.isupper():
                return None
            return "assert" if checks.fullmatch(reference.name) else None
        kind, receivers = entry
        return kind if receivers is None or written_receiver(reference) in receivers else None

    return kind_of


def written_receiver(reference: Reference) -> str:
    """Without what some languages keep with it: class around it, separator, scope, arguments."""
    receiver = _SEEN_FROM.sub("", reference.receiver, count=1)
    return _KEPT_WITH.split(receiver, maxsplit=1)[0].rstrip(":.->")


def deciding_calls(
    source: SourceText, references: tuple[Reference, ...], code: CodeText, deciding: Deciding
) -> Iterator[Exit]:
    for reference in references:
        kind = deciding.kind_of(reference) if reference.role in _ROLES else None
        if kind is not None:
            for position in reference.positions:
                line, column = unpack_position(position)
                start = source.line_starts[line - 1] + column
                call_exit = _exit(kind, reference, start, code, deciding.logic)
                if call_exit is not None:
                    yield call_exit


def _exit(
    kind: DecisionKind, reference: Reference, at: int, code: CodeText, logic: Logic
) -> Exit | None:
    end = at + len(reference.name.encode())
    call = code.call(end)
    is_decorator = reference.role == "decorator"
    if call is None:
        return Exit(kind, _chain_start(code.data, at), end, True) if is_decorator else None
    condition = _own_condition(reference.name, call, code, logic) if kind == "skip" else ""
    end = call.end
    if _GOES_ON.match(code.data, end):
        end = code.statement_end(end)
    return Exit(kind, _chain_start(code.data, at), end, is_decorator, condition)


def _chain_start(data: bytes, at: int) -> int:
    """Where ``a.b.`` before a name begins, with the sign of a decorator."""
    for _ in range(_MAX_LINKS):
        n_separator = 1 if data[at - 1 : at] == b"." else 2 * (data[at - 2 : at] in _SEPARATORS)
        word = data[max(0, at - n_separator - _MAX_WORD) : at - n_separator]
        n_word = len(word) - len(word.rstrip(_WORD)) if n_separator else 0
        if not n_word:
            break
        at -= n_separator + n_word
    return at - 1 if data[at - 1 : at] == b"@" else at


def _own_condition(name: str, call: CallSpan, code: CodeText, logic: Logic) -> str:
    """``skipIf(condition, reason)``, in all its spellings."""
    if _SKIPS_IF.fullmatch(name):
        return code.first_argument(call, _MAX_CONDITION)
    if _SKIPS_UNLESS.fullmatch(name):
        return negation(code.first_argument(call, _MAX_CONDITION), logic)
    return ""
