"""Words inside of a file, behind a sentence that has but names: what it shows or tells its users,
what its comments note, the statements of its one function."""

import re
from collections.abc import Sequence
from typing import Final

from repobook.analyse.purposes.sentence_parts import names, plain, stem_words
from repobook.model.facts import Summary
from repobook.model.graph import Unit
from repobook.model.purpose import Purpose
from repobook.parse.words.inner_words import CALLS, DOES, ENTRY, NOTED, SAID, SHOWN, WHOLE
from repobook.text.naming.identifier_words import words_of

_MAX_QUOTED: Final = 3
_MAX_CHARACTERS: Final = 170
# Languages in which markup is a value that a program writes or tries.
_PROGRAMMING: Final = "C C++ C# CUDA Go Java Kotlin Lua Objective-C Python Ruby Rust Shell Tcl"
_NO_PAGES: Final = frozenset(_PROGRAMMING.split())
_MIN_SPACES: Final = 4
_MAX_ABOVE: Final = 6
_MAX_CODE: Final = 150
# Of a page its text tells more than how it begins.
_BEGINS: Final = re.compile(r"([Bb])egins with `[^`]*`; s(?=hows )")
_QUOTES: Final = str.maketrans("“”`", '""\'')
_VALUE: Final = re.compile(r"((?:[^:;]{1,80}: )?[Ss]ets `[^`=]{1,80}[^`=\s])\s*:?=[^`]*[\[({] ?…?`")
_FUNCTION: Final = re.compile(
    r"((?:[^:;]{1,80}: )?[Dd]efines (?:component|function|hook) `[^`]*`)"
    r"(?:, (?:calling|with) [^;]*)?\Z"
)
# What is run from top to bottom: its comments are its outline.
_RUN: Final = re.compile(
    r"(?:[^:;]{1,80}: )?(?:[Rr]uns|[Ii]s a (?:program|fuzz)|[Cc]alls|[Ss]ets|[Bb]uilds) "
)
# Of a test whose cases are named in words the notes are details.
_BY_NAMES: Final = re.compile(
    r"(?:Tests (?:\x02|`[^`]*`(?:, `[^`]*`)*(?: and others)?\Z)|Exercises "
    r"|For tests(?: in `[^`]*`)?: )"
)
# Of a file with no more than a few statements.
_CALLS: Final = re.compile(
    r"((?:[^:;`]{1,80}(?:`[^`]*`)?: )?)(?:[Cc]alls|[Rr]uns|[Ss]ets|[Bb]egins with) "
    r"(?![^;]* as one suite)[^;]*\Z"
)
_CALLED: Final = re.compile(r"((?:[^:;`]{1,80}(?:`[^`]*`)?: )?[Cc]alls )[^;]*\Z")
_LISTS: Final = re.compile(r"(?:[^:;]{1,80}: )?(?:[Dd]efines|[Dd]eclares|[Ss]ets) ")
_CODE: Final = frozenset(["function", "method"])
_MEMBERS: Final = frozenset(["function", "method", "field", "variable", "constant"])
_NAME: Final = re.compile(r"\w+")
_SCRIPT: Final = re.compile(r"(?:[^:;]{1,80}: )?[Rr]uns ")
_SETS: Final = re.compile(r"(?:[^:;]{1,80}: )?[Ss]ets ")
_SAYS: Final = re.compile(
    r"(?:[^:;]{1,80}: )?(?:[Ss]ets|[Cc]alls|[Rr]uns|[Ii]s a program that|[Dd]efines functions?) "
)
_OF_TEST: Final = re.compile(
    r"(?i)\b(?:tests?|testing|should|must|checks?|checking|verif\w+|ensures?|make sure|expect\w*"
    r"|never|fails?|works?|benchmarks?)\b"
)


def with_words_inside(purpose: Purpose, unit: Unit, inner: Sequence[Summary]) -> Purpose:
    """Of the kinds of words those first that tell most of such a file."""
    if not purpose.line or "“" in purpose.text or not inner:
        return purpose
    if (entry := _of_kind(inner, ENTRY)) and (value := _VALUE.match(purpose.text)):
        begun = f"{value[1]}`, beginning with `{plain(entry[0].text, _MAX_CODE)}`"
        return purpose._replace(text=f"{begun}{purpose.text[value.end() :]}")
    function, code = _FUNCTION.match(purpose.text), _of_kind(inner, DOES)
    if function and code:
        does = plain(code[0].text, _MAX_CODE)
        return purpose._replace(text=f"{function[1]}: `{does}`")
    for verb, words in _choices(purpose.text, unit, inner):
        if quoted := _fitting(words):
            return _with_quoted(purpose, verb, quoted)
    if (code := _of_kind(inner, WHOLE)) and (calls := _CALLS.match(purpose.text)):
        text = (
            f"{calls[1]}{'C' if not calls[1] else 'c'}onsists of `{plain(code[0].text, _MAX_CODE)}`"
        )
        lines = min(purpose.line, code[0].line), max(purpose.end_line, code[0].end_line)
        return Purpose(text, purpose.source, "", purpose.path, *lines)
    statements = _fitting(_of_kind(inner, CALLS))
    if statements and (called := _CALLED.match(purpose.text)):
        text = f"{called[1]}{names([one.text for one in statements])}"
        first, last = statements[0].line, statements[-1].end_line
        return Purpose(text, purpose.source, "", purpose.path, first, last)
    return purpose


def _choices(
    text: str, unit: Unit, inner: Sequence[Summary]
) -> list[tuple[str, Sequence[Summary]]]:
    noted = _of_kind(inner, NOTED)
    is_page = unit.language not in _NO_PAGES and not text.startswith("Tests ")
    shown = ("shows", _of_kind(inner, SHOWN) if is_page else [])
    choices: list[tuple[str, Sequence[Summary]]] = [shown]
    if unit.role == "test" and _BY_NAMES.match(text):
        choices.append(("notes", [one for one in noted if _OF_TEST.search(one.text)]))
    said = ("says", _of_kind(inner, SAID) if _SAYS.match(text) else [])
    noted_of_run = ("notes", noted if unit.role != "test" and _RUN.match(text) else [])
    is_said_first = bool(_SETS.match(text)) or (len(said[1]) > 1 and not _SCRIPT.match(text))
    choices += (said, noted_of_run) if is_said_first else (noted_of_run, said)
    if unit.role != "test" and _LISTS.match(text) and (about := _about_namesake(unit, noted)):
        choices.insert(0, ("notes", [about]))
    if unit.role != "test" and _FUNCTION.match(text) and (begun := _first_inside(unit, noted)):
        choices.insert(1, ("notes", [begun]))
    return choices


def _first_inside(unit: Unit, noted: Sequence[Summary]) -> Summary | None:
    """What the only function of a file begins with."""
    function = next((one for one in unit.definitions if one.kind in ("function", "method")), None)
    first = function.line if function else 0
    begun = (one for one in noted if first <= one.line <= first + _MAX_ABOVE)
    return next((one for one in begun if one.text.count(" ") >= _MIN_SPACES), None)


def _about_namesake(unit: Unit, noted: Sequence[Summary]) -> Summary | None:
    """What is noted outside of functions, with a word of the file's name."""
    stem = set(stem_words(unit.path))
    spans = [(one.line, one.end_line) for one in unit.definitions if one.kind in _CODE]
    members = {one.line for one in unit.definitions if one.kind in _MEMBERS}
    outside = (
        one
        for one in noted
        if one.end_line + 1 not in members
        and not any(first < one.line <= last for first, last in spans)
    )
    return next((one for one in outside if _tells_of(one.text, stem)), None)


def _tells_of(note: str, stem: set[str]) -> bool:
    words = {part for word in _NAME.findall(note) for part in words_of(word)}
    is_sentence = note.count(" ") >= _MIN_SPACES - 1 and note[:1].isupper()
    return is_sentence and not stem.isdisjoint(words)


def _of_kind(inner: Sequence[Summary], mark: str) -> list[Summary]:
    return [
        one._replace(text=one.text.removeprefix(mark)) for one in inner if one.text.startswith(mark)
    ]


def _fitting(words: Sequence[Summary]) -> list[Summary]:
    fitting: list[Summary] = []
    for one in words[:_MAX_QUOTED]:
        if fitting and sum(len(each.text) for each in fitting) + len(one.text) > _MAX_CHARACTERS:
            break
        fitting.append(one)
    return fitting


def _with_quoted(purpose: Purpose, verb: str, quoted: Sequence[Summary]) -> Purpose:
    words = ", ".join(f"“{one.text.translate(_QUOTES).rstrip('.')}”" for one in quoted)
    text = f"{purpose.text}; {verb} {words}"
    return purpose._replace(
        text=_BEGINS.sub(lambda match: match[1].replace("B", "S").replace("b", "s"), text),
        line=min(purpose.line, *(one.line for one in quoted)),
        end_line=max(purpose.end_line, *(one.end_line for one in quoted)),
    )
