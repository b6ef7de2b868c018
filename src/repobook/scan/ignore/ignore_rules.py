"""Ordered glob rules in git's ignore syntax, followed down a tree one component at a time.

A `RuleSet` is one ignore file. Its `Level` says what the rules still ask for inside one folder:
entering a sub-folder drops what can no longer match, so a name is only ever compared with rules
that end at it, through tables where their shape allows and one regular expression for the rest.
No path string is built and no work depends on the depth.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.scan.ignore.globs import ANY_DEPTH, Glob, compile_glob, matches, split_pattern

_BOM: Final = b"\xef\xbb\xbf"
_FLOATING: Final = Glob("all", ANY_DEPTH)
_NO_RULE: Final = -1
# Longer than any path a system opens at once; nobody writes it, and compiling it takes its time.
_MAX_PATTERN_BYTES: Final = 4096


class Rule(NamedTuple):
    pattern: bytes
    origin: str
    globs: tuple[Glob, ...]
    negated: bool
    directories_only: bool

    @property
    def text(self) -> str:
        """As written and where, for the reader: ``build/ (.gitignore line 12)``."""
        return f"{self.pattern.decode('utf-8', 'backslashreplace')} ({self.origin})"

    @property
    def is_floating_name(self) -> bool:
        return len(self.globs) == 2 and self.globs[0] is _FLOATING

    @property
    def cost(self) -> int:
        """Nothing for a rule that is found through tables, else what has to be tried each time."""
        globs = self.globs[1:] if self.is_floating_name else self.globs
        is_cheap = all(glob.is_cheap and glob is not _FLOATING for glob in globs)
        return 0 if is_cheap else len(self.pattern)


class Pending(NamedTuple):
    """What is left of a rule inside a folder; ``order`` is its place in the file: later wins."""

    order: int
    globs: tuple[Glob, ...]


def parse_rules(content: bytes, origin: str) -> list[Rule]:
    """The rules of an ignore file; lines git would not understand match nothing, as in git."""
    lines = content.removeprefix(_BOM).split(b"\n")
    parsed = (_parse_line(line, f"{origin} line {n}") for n, line in enumerate(lines, 1))
    return [rule for rule in parsed if rule is not None]


def parse_patterns(patterns: Iterable[str], origin: str) -> list[Rule]:
    """Rules given one by one on the command line."""
    parsed = (
        _parse_line(pattern.encode("utf-8", "surrogateescape"), origin) for pattern in patterns
    )
    return [rule for rule in parsed if rule is not None]


def _parse_line(line: bytes, origin: str) -> Rule | None:
    line = _trim(line.removesuffix(b"\r"))
    if not line or line.startswith(b"#") or len(line) > _MAX_PATTERN_BYTES:
        return None
    negated = line.startswith(b"!")
    pattern = line[negated:]
    directories_only = pattern.endswith(b"/")
    globs = _globs(pattern.removesuffix(b"/"))
    return Rule(line, origin, globs, negated, directories_only) if globs else None


def _trim(line: bytes) -> bytes:
    """Trailing spaces go, except one that a backslash protects."""
    bare = line.rstrip(b" ")
    n_backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return bare + b" " if n_backslashes % 2 and len(bare) < len(line) else bare


def _globs(pattern: bytes) -> tuple[Glob, ...]:
    if not pattern:
        return ()
    if b"/" not in pattern:
        return (_FLOATING, compile_glob(pattern))
    globs: list[Glob] = []
    for component in split_pattern(pattern.removeprefix(b"/")):
        glob = _FLOATING if component == ANY_DEPTH else compile_glob(component)
        if not (glob is _FLOATING and globs and globs[-1] is _FLOATING):
            globs.append(glob)
    return tuple(globs)


class RuleSet:
    """The rules of one file with the levels they give, each distinct level built once."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        everywhere = [n for n, rule in enumerate(rules) if rule.is_floating_name]
        self.names = self.tables([Pending(n, rules[n].globs[1:]) for n in everywhere])
        """For rules that ask for a name at any depth: the same tables serve every folder."""
        self._levels: dict[tuple[Pending, ...], Level] = {}
        rooted = (Pending(n, r.globs) for n, r in enumerate(rules) if not r.is_floating_name)
        self.top = self.level(tuple(rooted))

    def level(self, pending: tuple[Pending, ...]) -> "Level":
        level = self._levels.get(pending)
        if level is None:
            level = self._levels[pending] = Level(self, pending)
        return level

    def tables(self, ending: list[Pending]) -> tuple["_NameTable", "_NameTable"]:
        """One table for files and one for folders, which more rules may speak of."""
        for_files = [part for part in ending if not self.rules[part.order].directories_only]
        files = _NameTable(for_files)
        return files, files if len(for_files) == len(ending) else _NameTable(ending)


class Level:
    """One rule set as it applies inside one folder."""

    def __init__(self, rule_set: RuleSet, pending: tuple[Pending, ...]) -> None:
        self._set = rule_set
        self._staying: list[Pending] = []
        self._by_folder: dict[bytes, list[Pending]] = defaultdict(list)
        self._by_glob: list[tuple[Glob, Pending]] = []
        ending = [self._sort_in(part) for part in pending]
        self._tables = rule_set.tables([part for part in ending if part is not None])
        self._is_final = not (self._staying or self._by_folder or self._by_glob)

    def _sort_in(self, part: Pending) -> Pending | None:
        """Files the rule under what it waits for; gives it back cut down if it ends here."""
        order, globs = part
        if globs[0] is _FLOATING:
            self._staying.append(part)
            if len(globs) == 1:
                return part
            globs = globs[1:]
        if len(globs) == 1:
            return Pending(order, globs)
        following = Pending(order, globs[1:])
        if globs[0].shape == "literal":
            self._by_folder[globs[0].value].append(following)
        else:
            self._by_glob.append((globs[0], following))
        return None

    @property
    def may_match(self) -> bool:
        """Whether any rule could match here or further down."""
        return not (self._is_final and self._tables[0].is_empty and self._tables[1].is_empty) or (
            not self._set.names[1].is_empty
        )

    def match(self, name: bytes, is_folder: bool) -> Rule | None:
        """The last rule of the file that speaks of this name, if any does."""
        anywhere, here = self._set.names[is_folder], self._tables[is_folder]
        order = _NO_RULE if anywhere.is_empty else anywhere.last_match(name)
        if not here.is_empty:
            order = max(order, here.last_match(name))
        return None if order == _NO_RULE else self._set.rules[order]

    def enter(self, folder: bytes) -> "Level":
        """What the rules ask for inside a sub-folder of this one."""
        pending = set(self._by_folder.get(folder, ()))
        pending.update(part for glob, part in self._by_glob if matches(glob, folder))
        pending.update(self._staying)
        return self._set.level(tuple(sorted(pending)))


class _NameTable:
    """Finds the last of many globs that matches a name without trying them one by one."""

    def __init__(self, ending: list[Pending]) -> None:
        self._literals: dict[bytes, int] = {}
        self._prefixes: dict[bytes, int] = {}
        self._suffixes: dict[bytes, int] = {}
        self._all = _NO_RULE
        others: list[tuple[int, bytes]] = []
        tables = {"literal": self._literals, "prefix": self._prefixes, "suffix": self._suffixes}
        for order, (glob,) in sorted(ending):
            if glob.shape in tables:
                tables[glob.shape][glob.value] = order
            elif glob.shape == "all":
                self._all = order
            elif glob.shape == "regex":
                others.append((order, glob.value))
        self._prefix_lengths = _lengths_by_byte(self._prefixes, 0)
        self._suffix_lengths = _lengths_by_byte(self._suffixes, -1)
        # Later rules come first in the alternation: the first branch to match is the answer.
        self._orders = [order for order, _ in reversed(others)]
        pattern = b"|".join(b"(" + regex + b")" for _, regex in reversed(others))
        self._regex = re.compile(pattern, re.DOTALL) if others else None
        self.is_empty = not any(glob.shape != "never" for _, (glob,) in ending)

    def last_match(self, name: bytes) -> int:
        best = max(self._all, self._literals.get(name, _NO_RULE))
        for length in self._suffix_lengths.get(name[-1], ()):
            best = max(best, self._suffixes.get(name[-length:], _NO_RULE))
        for length in self._prefix_lengths.get(name[0], ()):
            best = max(best, self._prefixes.get(name[:length], _NO_RULE))
        if self._regex is not None and (match := self._regex.fullmatch(name)):
            best = max(best, self._orders[(match.lastindex or 1) - 1])
        return best


def _lengths_by_byte(fixed: Iterable[bytes], at: int) -> dict[int, set[int]]:
    """The lengths worth trying on a name, by the byte it begins or ends with."""
    lengths: dict[int, set[int]] = defaultdict(set)
    for text in fixed:
        lengths[text[at]].add(len(text))
    return dict(lengths)
