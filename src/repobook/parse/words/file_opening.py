"""What tells of a file that no parser reads: what it defines, what it shows, or its first line."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.facts import FileFacts, Summary
from repobook.parse.source import SourceText
from repobook.text.documents.first_sentence import is_legal

_MAX_LINES: Final = 400
_MAX_LINE: Final = 500
_MAX_NAMES: Final = 5
_MAX_OPENING: Final = 80
_TELLS: Final = re.compile(r"[^\W_]{2}")
_PROLOGUES: Final = (
    *("<?xml", "<!DOCTYPE", "<!doctype", "#!", "<template", "<script", "</", "@echo off"),
    *("import ", "using ", "@import ", "@use ", "@forward "),
)
_MARKUP: Final = ("<", "{{", "{%", "{#", "{-")
# Comments that tell what a file is for are its documentation.
_COMMENT: Final = re.compile(r"#(?!\w)|//|--|;|/?\*|%|\$!|\"(?= )|(?:@?rem|::)\b", re.IGNORECASE)
# As most languages begin a definition: a word that says so, then the name.
_DEFINES: Final = re.compile(
    r"\s{0,4}\(?(?:(?:async|export|global|inline|local|private|pub|public|static) ){0,3}"
    r"(?:class|data|def|defn|defun|defmacro|defmodule|fn|fun|func|function|interface|lemma|macro"
    r"|module|procedure|proc|struct|sub|template|theorem|trait|type|(?:declare|define|provide)-[a-z]{2,20})"
    r"(?: -[a-z-]{1,20})*"
    r" (?![=:(])(?P<name>[\w$?!*'-]{2,60})(?=[\s(:;=<{[]|\Z)",
    re.IGNORECASE,
)
_SCENARIO: Final = re.compile(r"(?:Feature|Scenario(?: Outline)?): (\S.{3,100})")
_CHECK: Final = re.compile(
    r"(?:is|is_deeply|isnt|ok|like|unlike|cmp_ok|pass|fail|subtest)\b.{0,300}?"
    r"[\"']([A-Za-z][^\"'$@]{7,80})[\"'](?:\)?;|,? ?(?:=>|,) ?sub\b)"
)
_ABOVE_COMMANDS: Final = re.compile(rb"(?!Set ?up\b)([A-Z][\w'\", -]{1,40} [^:]{1,100}):?\s*\Z")
_SHOWN: Final = re.compile(r">\s{0,40}([A-Z][^<>{}%=;\"]{5,90}?[\w.!?])\s{0,40}<")


def opening(facts: FileFacts, source: SourceText) -> Summary:
    """``def NAME`` or ``case TITLE`` on a line each; words of a page behind ``> ``; or the line as
    it is."""
    if facts.definitions or facts.references or facts.imports:
        return Summary()
    lines = list(_lines(source))
    telling = [line for line in lines if _tells(line[1])]
    first = next((line for line in telling if not _COMMENT.match(line[1])), None)
    first = telling[0] if telling and (first is None or is_legal(telling[0][1])) else first
    if first is None:
        return Summary()
    if found := _cram(source):
        return found
    if is_legal(first[1]):
        return _titles(lines) or _defined(lines) or Summary()
    if found := _scenarios(lines) or _titles(lines):
        return found
    found = _shown(lines) if first[1].startswith(_MARKUP) else _defined(lines)
    return found or Summary(_shortened(first[1]), first[0], first[0])


def _shortened(line: str) -> str:
    head = line[:_MAX_OPENING]
    return head if head == line else f"{head.rpartition(' ')[0] or head} …"


def _lines(source: SourceText) -> Iterator[tuple[int, str]]:
    first = _front_matter_end(source)
    for number, line in enumerate(source.lines[first:_MAX_LINES], first + 1):
        yield number, line[:_MAX_LINE].decode("utf-8", "replace").strip()


def _tells(line: str) -> bool:
    is_telling = _TELLS.search(line) is not None and not line.startswith(_PROLOGUES)
    return is_telling or is_legal(line)


def _front_matter_end(source: SourceText) -> int:
    """What a page tells the tool that publishes it stands between lines of dashes."""
    lines = [line.strip() for line in source.lines[:_MAX_LINES]]
    return lines.index(b"---", 1) + 1 if lines[:1] == [b"---"] and b"---" in lines[1:] else 0


def _defined(lines: list[tuple[int, str]]) -> Summary | None:
    line_by_name: dict[str, int] = {}
    for number, line in lines:
        if match := _DEFINES.match(line):
            line_by_name.setdefault(match["name"], number)
    names = list(line_by_name)[: _MAX_NAMES + 1]
    text = "\n".join(f"def {name}" for name in names)
    return Summary(text, line_by_name[names[0]], line_by_name[names[-1]]) if names else None


def _scenarios(lines: list[tuple[int, str]]) -> Summary | None:
    """Of Gherkin: what the feature is, then its scenarios."""
    return _cases(
        [(match[1], number) for number, line in lines if (match := _SCENARIO.match(line))]
    )


def _titles(lines: list[tuple[int, str]]) -> Summary | None:
    """Of Perl: what a check is called, its last string."""
    return _cases([(match[1], number) for number, line in lines if (match := _CHECK.match(line))])


def _cram(source: SourceText) -> Summary | None:
    """Of commands with their output: what stands above them."""
    lines = source.lines[:_MAX_LINES]
    if not any(line.startswith(b"  $ ") for line in lines):
        return None
    found = [
        (match[1].decode("utf-8", "replace"), number)
        for number, line in enumerate(lines, 1)
        if (match := _ABOVE_COMMANDS.match(line[:_MAX_LINE]))
    ]
    return _cases(found, least=1)


def _cases(found: list[tuple[str, int]], least: int = 2) -> Summary | None:
    found = found[:_MAX_NAMES] if len(found) >= least else []
    text = "\n".join(f"case {title}" for title, _ in found)
    return Summary(text, found[0][1], found[-1][1]) if found else None


def _shown(lines: list[tuple[int, str]]) -> Summary | None:
    """The first text of two words or more between tags."""
    found = ((number, match[1]) for number, line in lines for match in _SHOWN.finditer(line))
    return next((Summary(f"> {text}", n, n) for n, text in found if " " in text), None)
