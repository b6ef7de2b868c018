"""Reads what a user typed into a query tree; no text is an error.

What does not fit the language (an unknown filter, a bracket too many) is searched as it stands, and
a hint says so. One pass from left to right, with a stack for parentheses.
"""

import re
from difflib import get_close_matches
from typing import Final, get_args

from repobook.model.files import Role
from repobook.model.kinds import LSP_KIND_BY_KIND
from repobook.model.search.query import (
    FILTER_NAMES,
    And,
    Filter,
    FilterName,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Query,
    Word,
)

MAX_CHARACTERS: Final = 4_000
MAX_OPERANDS: Final = 64
_MAX_NESTING: Final = 8  # each level adds three nodes of depth at most: Not, Or, And

_NO_TEXT: Final = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_EXCLUSION: Final = re.compile(r"-(?=[^\W\d]|[\"(/])")
_BLANKS: Final = re.compile(r"\s*")
_QUOTED: Final = re.compile(r'(?:[^"\\]|\\.?)*')
# A sentence in single quotes; an apostrophe stands inside a word or has no partner behind one.
_SINGLY_QUOTED: Final = re.compile(r"'(\S[^']{0,300}?\s[^']{0,300}?\S)'(?=[\s).,;:!?]|\Z)")
_PATTERN_END: Final = re.compile(r"(?<!\\)/([gims]{0,4})(?=[\s)]|\Z)")
_FILTER: Final = re.compile(r"([A-Za-z]{2,20}):(?![:/])")
_OTHER_NAMES: Final[dict[str, FilterName]] = {
    "path": "file",
    "folder": "in",
    "dir": "in",
    "language": "lang",
    "sym": "symbol",
    "tests": "test",
}
_VALUES: Final[dict[str, tuple[str, ...]]] = {
    "kind": tuple(LSP_KIND_BY_KIND),
    "role": get_args(Role),
    "test": ("yes", "no", "only"),
}


def read_query(text: str) -> Query:
    return _Reading(text).query()


class _Group:
    """What was read since a parenthesis opened."""

    def __init__(self, is_excluded: bool) -> None:
        self.is_excluded = is_excluded
        self.parts: list[Node] = []
        self.is_alternative = False

    def add(self, node: Node) -> None:
        """``a OR b`` binds its neighbours only: ``x a OR b`` wants ``x`` and one of the others."""
        if self.is_alternative and self.parts:
            last = self.parts.pop()
            node = Or((*(last.parts if isinstance(last, Or) else (last,)), node))
        self.is_alternative = False
        self.parts.append(node)

    def node(self) -> Node:
        parts: list[Node] = []
        for part in self.parts:
            parts.extend(part.parts if isinstance(part, And) else (part,))
        inner = parts[0] if len(parts) == 1 else And(tuple(parts))
        return Not(inner) if self.is_excluded and parts else inner


class _Reading:
    def __init__(self, text: str) -> None:
        self._hints: dict[str, None] = {}
        if len(text) > MAX_CHARACTERS:
            self._hint(f"The query is long: its first {MAX_CHARACTERS:,} characters are searched.")
        self._text = _SURROGATE.sub("\ufffd", _NO_TEXT.sub(" ", text[:MAX_CHARACTERS])).strip()
        self._at = 0
        self._groups = [_Group(is_excluded=False)]
        self._n_ignored = 0
        self._n_operands = 0

    def query(self) -> Query:
        while self._skip_blanks() and self._n_operands < MAX_OPERANDS:
            self._read_one()
        if self._at < len(self._text):
            self._hint(f"The query is long: its first {MAX_OPERANDS} words are searched.")
        while len(self._groups) > 1:
            self._close()
        return Query(self._text, self._groups[0].node(), tuple(self._hints))

    def _skip_blanks(self) -> bool:
        self._at = _end(_BLANKS, self._text, self._at)
        return self._at < len(self._text)

    def _read_one(self) -> None:
        if self._text[self._at] == ")":
            self._at += 1
            self._close()
            return
        is_excluded = self._is_exclusion()
        self._at += is_excluded
        if self._text[self._at] == "(":
            self._at += 1
            self._open(is_excluded)
        elif not self._reads_connective():
            self._add_operand(is_excluded)

    def _is_exclusion(self) -> bool:
        """``--option``, ``-1`` and ``->`` are words."""
        return bool(_EXCLUSION.match(self._text, self._at))

    def _open(self, is_excluded: bool) -> None:
        if len(self._groups) > _MAX_NESTING:
            self._hint(f"Parentheses more than {_MAX_NESTING} deep are ignored.")
            self._n_ignored += 1
        else:
            self._groups.append(_Group(is_excluded))

    def _close(self) -> None:
        if self._n_ignored:
            self._n_ignored -= 1
        elif len(self._groups) > 1:
            group = self._groups.pop()
            if group.parts:
                self._groups[-1].add(group.node())

    def _reads_connective(self) -> bool:
        """Words side by side are joined anyway; ``OR`` without a left side is a word."""
        end = self._end_of_word()
        word = self._text[self._at : end]
        if word not in ("OR", "AND") or not self._groups[-1].parts or end == len(self._text):
            return False
        self._groups[-1].is_alternative = word == "OR"
        self._at = end
        return True

    def _add_operand(self, is_excluded: bool) -> None:
        node = self._operand()
        if node is not None:
            self._n_operands += 1
            self._groups[-1].add(Not(node) if is_excluded else node)

    def _operand(self) -> Node | None:
        first = self._text[self._at]
        if first == '"':
            quoted = self._quoted()
            return Phrase(quoted) if quoted.strip() else None
        if first == "'" and (singly := _SINGLY_QUOTED.match(self._text, self._at)):
            self._at = singly.end()
            return Phrase(singly[1])
        if first == "/" and (pattern := self._pattern()):
            return pattern
        if filter_match := _FILTER.match(self._text, self._at):
            return self._filter(filter_match)
        return Word(self._bare())

    def _quoted(self) -> str:
        start = self._at + 1
        end = _end(_QUOTED, self._text, start)
        if end == len(self._text):
            self._hint("A quote is not closed: it is taken to reach the end of the query.")
        self._at = end + 1
        return self._text[start:end].replace('\\"', '"')

    def _pattern(self) -> Pattern | None:
        end = _PATTERN_END.search(self._text, self._at + 2)
        if end is None:
            return None
        source = self._text[self._at + 1 : end.start()]
        self._at = end.end()
        return Pattern(source, "".join(flag for flag in "is" if flag in end.group(1)))

    def _filter(self, match: re.Match[str]) -> Node | None:
        start = self._at
        typed = match.group(1).lower()
        name = _filter_name(typed)
        if name is None:
            word = self._bare()
            if len(word) > len(typed) + 1 and not word[len(typed) + 1].isdigit():
                self._hint(_unknown_filter(typed))
            return Word(word)
        self._at = match.end()
        value = self._value()
        if not value:
            self._hint(f"{typed}: has no value and is ignored; write it without a blank.")
            return None
        accepted = _accepted(name, value)
        if accepted is None:
            self._hint(f"{name}:{value} is searched as text; {name}: takes {_listed(name)}.")
            return Word(self._text[start : self._at])
        return Filter(name, accepted)

    def _value(self) -> str:
        if self._text.startswith('"', self._at):
            return self._quoted().strip()
        return self._bare()

    def _bare(self) -> str:
        start, self._at = self._at, self._end_of_word()
        return self._text[start : self._at]

    def _end_of_word(self) -> int:
        """At a blank, or at a parenthesis that closes a group and not one of the word's own."""
        depth = 0
        for at in range(self._at, len(self._text)):
            letter = self._text[at]
            if letter.isspace():
                return at
            depth += letter == "("
            if letter == ")":
                if not depth and len(self._groups) > 1 and at > self._at:
                    return at
                depth -= depth > 0
        return len(self._text)

    def _hint(self, sentence: str) -> None:
        self._hints[sentence] = None


def _end(expression: re.Pattern[str], text: str, at: int) -> int:
    found = expression.match(text, at)
    return found.end() if found else at


def _filter_name(typed: str) -> FilterName | None:
    for name in FILTER_NAMES:
        if name == typed:
            return name
    return _OTHER_NAMES.get(typed)


def _unknown_filter(typed: str) -> str:
    close = get_close_matches(typed, FILTER_NAMES, 1)
    advice = f"did you mean {close[0]}:?" if close else f"filters are {_names()}."
    return f"{typed}: is no filter and is searched as text; {advice}"


def _names() -> str:
    return " ".join(f"{name}:" for name in FILTER_NAMES)


def _accepted(name: FilterName, value: str) -> str | None:
    """The value as the index spells it; None for one that it cannot have."""
    values = _VALUES.get(name)
    if values is None:
        return value
    folded = value.lower().replace("-", "_")
    singulars = (folded, folded.removesuffix("s"), folded.removesuffix("es"))
    return next((one for one in singulars if one in values), None)


def _listed(name: FilterName) -> str:
    *most, last = sorted(_VALUES[name])
    return f"{', '.join(most)} or {last}"
