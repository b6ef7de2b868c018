"""A test described by the behaviour that its cases are named for, in words, by subject."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from repobook.analyse.purposes.named_calls import named_calls
from repobook.analyse.purposes.sentence_parts import (
    names,
    own_words,
    plain,
    purpose,
    stem_words,
)
from repobook.analyse.purposes.telling_calls import TellingCalls
from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.model.purpose import Purpose
from repobook.text.naming.identifier_words import words_of

_MAX_CASES: Final = 400
_MAX_TEXT: Final = 220
_MAX_IN_GROUP: Final = 3
_MIN_SHARED: Final = 2
_MIN_NAME: Final = 3
_MIN_PIECE: Final = 4
_MIN_EXERCISED: Final = 2
_MAX_ALIKE: Final = 25
EXAMPLES: Final = "Shows examples of"
_PREFIX: Final = re.compile(
    r"(?:[Tt]est|TEST|[Bb]ench(?:mark)?|BM|Example(?=[A-Z_]))(?:s?_|(?=[A-Z\d])|s?$)|\Ait_(?=[a-z])"
)
_PART: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\d_A-Z]+\d*|[A-Z]+\d*|\d+")
_DECLARES: Final = re.compile(r"(?:(?:export|const|let|var|static|pub|final) +){1,4}")
_VALUES: Final = frozenset(["constant", "variable"])
_MIN_VALUES: Final = 2
_MAX_VALUES: Final = 6
_MAX_VALUE: Final = 70
_SAME: Final = re.compile(r"[\W_]+")
_ASSERTING: Final = re.compile(r"(?i)(?:\w+\.)*(?:assert|expect|require|check|should|fail)")
_TEST_WORDS: Final = frozenset(
    ["test", "tests", "check", "basic", "simple", "works", "case", "it", "all"]
)
# Names for want of one.
_NO_NAMES: Final = frozenset(
    ["bar", "baz", "dummy", "file", "foo", "me", "my", "something", "stuff", "thing", "this"]
)


class _Case(NamedTuple):
    tokens: tuple[str, ...]
    """Its name in words; a title of the authors, or a name of the code, is one."""


def tested(unit: Unit, cases: Sequence[Definition], calls: TellingCalls, verb: str) -> Purpose:
    text = _phrases(unit, cases[:_MAX_CASES], calls)
    found = _tested_by_calls(unit, cases, calls)
    called = "" if not found or names(found) in text else named_calls(found)
    if called and not text:
        return purpose(unit, f"{verb} {called}", cases[0])
    text = text or _by_file(unit, names([one.name for one in cases]))
    whole = purpose(unit, f"{verb} {text}{', calling ' if called else ''}{called}", cases[0])
    return _with_quoted(whole, cases[:_MAX_CASES]) if "“" in text else whole


def _by_file(unit: Unit, cases: str) -> str:
    """What the file is named for, where the names of its cases tell nothing."""
    words = [word for word in stem_words(unit.path) if word not in _TEST_WORDS | _NO_NAMES]
    is_named = any(word in words_of(cases) for word in words)
    return f"{' '.join(words)} in {cases}" if words and not is_named else cases


def _with_quoted(whole: Purpose, cases: Sequence[Definition]) -> Purpose:
    """What is quoted stands in one of the cases, or in the comment above it."""
    n_above = cases[0].doc.count("\n") + 2 if cases[0].doc else 0
    last = max(one.end_line for one in cases)
    return whole._replace(line=max(1, whole.line - n_above), end_line=max(whole.end_line, last))


def exercised(own_path: str, calls: TellingCalls) -> str:
    """Of a test without cases: what it calls of the file that it calls most of, not of helpers."""
    names_by_path = {
        path: called
        for path, called in calls.elsewhere().items()
        if path.partition("/")[0] != own_path.partition("/")[0]
    }
    if not names_by_path:
        return ""
    path = max(names_by_path, key=lambda one: (len(names_by_path[one]), one))
    if len(names_by_path) > 1 and len(names_by_path[path]) < _MIN_EXERCISED:
        called = [*dict.fromkeys(name for several in names_by_path.values() for name in several)]
        return f"Exercises {named_calls(called)}"
    return f"Exercises {named_calls(names_by_path[path])} of `{path}`"


def values(tops: Sequence[Definition]) -> str:
    """Of an input that other code tries: its few short values as written."""
    written = [_DECLARES.sub("", one.signature) for one in tops if one.kind in _VALUES]
    short = [one for one in written if "=" in one and len(one) <= _MAX_VALUE]
    whole = [one for one in short if not one.endswith(("[", "{", "(", "…"))]
    shown = whole if len(whole) >= _MIN_VALUES else short
    is_input = len(shown) >= _MIN_VALUES and len(tops) <= _MAX_VALUES
    return f"Sets {names(shown)}" if is_input else ""


def _phrases(unit: Unit, cases: Sequence[Definition], calls: TellingCalls) -> str:
    """Those first that share a subject with most others."""
    known = {_same(name): name for name in sorted(calls.known())}
    stem = {*stem_words(unit.path), *_TEST_WORDS, *_NO_NAMES}
    described = [_Case(tuple(_tokens(one, unit, known))) for one in cases]
    described = [one for one in dict.fromkeys(described) if one.tokens]
    shared = _common([one.tokens for one in described]) if len(described) > 1 else ()
    subject = "" if _says_nothing(shared, stem) else " ".join(shared)
    rests = [one.tokens[len(shared) :] for one in described]
    if not (subject or all(rests)):
        # What one case is named for is the subject of the others, though the file has its name.
        rests = [one.tokens for one in described]
    if not subject:
        rests = [rest for rest in rests if not _says_nothing(rest, stem)]
    text = _listed(_grouped(rests))
    return f"{subject}: {text}" if subject and text else subject or text


def _tokens(case: Definition, unit: Unit, known: dict[str, str]) -> Iterator[str]:
    if words := own_words(case):
        yield f"“{words}”"
        return
    suite = unit.definitions[case.parent] if case.parent >= 0 else None
    said: set[str] = set()
    if suite is not None and suite.kind == "test":
        yield f"“{plain(suite.name.translate(_QUOTES), 60)}”"
    elif suite is not None and suite.kind == "class":
        yield " ".join(_words(suite.name, known))
        said = set(words_of(suite.name))
    elif (
        " " not in case.name
        and case.kind == "test"
        and (fixture := case.qualname.rpartition(".")[0] if suite is None else "")
    ):
        # Of a test with one suite this is the name of the file.
        words = " ".join(_words(fixture, known))
        yield from [] if {*words_of(words)} <= {*stem_words(unit.path), *_TEST_WORDS} else [words]
    if " " in case.name:
        yield f"“{plain(case.name.translate(_QUOTES), 80)}”"
        return
    words_of_case = (word for part in case.name.split(".") for word in _words(part, known))
    yield from dropwhile(lambda word: said.issuperset(words_of(word)), words_of_case)


_QUOTES: Final = str.maketrans("“”`", '""\'')


def _words(name: str, known: dict[str, str]) -> Iterator[str]:
    """A name of the code that they begin with stays one."""
    parts = _PART.findall(_PREFIX.sub("", name, count=1))
    for n in range(len(parts), 0, -1):
        written = known.get(_same("".join(parts[:n])), "")
        if len(written) >= _MIN_NAME:
            yield f"`{written}`"
            parts = parts[n:]
            break
    parts = [one for one in parts if not one.isdigit()] or parts
    yield from (one if one.isupper() and len(one) > 1 else one.lower() for one in parts)


def _same(name: str) -> str:
    return _SAME.sub("", name).lower()


def _common(all_tokens: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    pairs = zip(*all_tokens, strict=False)
    return tuple(tokens[0] for tokens in takewhile(lambda tokens: len(set(tokens)) == 1, pairs))


def _says_nothing(tokens: Sequence[str], known: set[str]) -> bool:
    words = {word for token in tokens for word in words_of(token)}
    return all(word.isdigit() or word in known or _is_in(word, known) for word in words)


def _is_in(word: str, known: set[str]) -> bool:
    """A name may be written in one piece."""
    return len(word) >= _MIN_PIECE and any(word in one for one in known)


def _grouped(rests: Sequence[tuple[str, ...]]) -> list[str]:
    """By the first word, the largest first; a group says what its cases begin with once."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for rest in rests:
        if rest:
            by_first.setdefault(rest[0][:_MAX_ALIKE], []).append(rest)
    groups = sorted(by_first.values(), key=lambda group: -len(group))
    return [phrase for group in groups for phrase in _group_phrases(group)]


def _group_phrases(group: Sequence[tuple[str, ...]]) -> list[str]:
    """Of titles that only begin alike the first."""
    shared = _common(group)
    if not shared:
        return [_phrase(one) for one in group[:1]]
    rests = [" ".join(rest) for one in group if (rest := one[len(shared) :])]
    if len(group) < _MIN_SHARED or not rests:
        return [_phrase(one) for one in group[:1]]
    inside = ", ".join(rests[:_MAX_IN_GROUP]) + (" …" if len(rests) > _MAX_IN_GROUP else "")
    return [f"{' '.join(shared)} ({inside})"]


def _phrase(tokens: Sequence[str]) -> str:
    return (": " if tokens[0].startswith("“") else " ").join(tokens)


def _listed(phrases: Sequence[str]) -> str:
    shown: list[str] = []
    for phrase in phrases:
        if shown and sum(map(len, shown)) + len(phrase) > _MAX_TEXT:
            return f"{', '.join(shown)} and others"
        shown.append(phrase)
    return ", ".join(shown)


def _tested_by_calls(unit: Unit, cases: Sequence[Definition], calls: TellingCalls) -> list[str]:
    """What is called, where the cases have no other words than the name of the file; what has a
    word of it first."""
    stem = set(stem_words(unit.path))
    words = {word for case in cases for word in words_of(case.name) if not word.isdigit()}
    if len(words - stem - _TEST_WORDS) > 1 or any(map(own_words, cases)):
        return []
    own = {one.name for one in unit.definitions}
    telling = [
        name
        for name in calls.anywhere()
        if name.rpartition(".")[2] not in own and not _ASSERTING.match(name)
    ]
    return sorted(telling, key=lambda name: stem.isdisjoint(words_of(name)))
