"""The programs that a script runs, in order, each with its telling arguments."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.model.facts import Summary

_MAX_LINES: Final = 2_000
_MAX_LINE: Final = 500
_MAX_COMMANDS: Final = 12
_BEFORE: Final = re.compile(
    r"(?:(?:if|then|else|elif|do|while|until|!|time|sudo|xargs|exec|env|nohup|command|\(|\{|-\w+) +"
    r"|\w{1,60}=(?:\"[^\"]{0,200}\"|'[^']{0,200}'|[^\s\"'$(`]{0,200}) +)*"
)
_COMMAND: Final = re.compile(
    r"((?:\"?\$\{?\w{1,60}\}?\"?|[A-Za-z.])[\w./+-]{0,80})(?![\w)=(\[+.-])"
    r"((?: (?:--[a-z][\w-]{0,40}|[a-z][\w:./-]{0,40})(?= |$)){0,4})"
)
# Commands that follow each other on a line.
_BETWEEN: Final = re.compile(r" (?:&&|\|\|?) |; ")
# What a branch of ``case`` is for.
_PATTERN: Final = re.compile(r"\(?[^()\s;&|=]{1,80}(?: ?\| ?[^()\s;&|=]{1,80}){0,12}\)\s*")
_HEREDOC: Final = re.compile(r"<<-?\s*[\"']?(\w{1,40})")
_QUOTED: Final = re.compile(r"\\.|\"[^\"]{0,500}\"|'[^']{0,500}'")
# What every script does, whatever it is for.
_USUAL_TEXT: Final = """
. alias awk basename break builtin case cat cd chmod chown continue cp cut date declare dirname
do done echo elif else env esac eval exit export false fi find for function getopts grep head
if kill let ln local ls mkdir mktemp mv popd printf pushd pwd read readonly return rm rmdir sed
select set shift shopt sleep sort source tail tar tee test then time touch tr trap true type
typeset ulimit umask unset until wait which while xargs
"""
_USUAL: Final = frozenset(_USUAL_TEXT.split())


def shell_commands(
    lines: Sequence[bytes], functions: Sequence[tuple[int, int]], own: frozenset[str]
) -> Summary:
    """One a line behind ``$ ``, as at a prompt; what stands in functions of the script is not."""
    found: dict[str, int] = {}
    for number, line in _statements(lines):
        if not any(first <= number <= last for first, last in functions):
            pattern = _PATTERN.match(line)
            for piece in _BETWEEN.split(line[pattern.end() if pattern else 0 :]):
                command = _BEFORE.sub("", piece.strip(), count=1)
                match = _COMMAND.match(command)
                if match and match[1] not in _USUAL and match[1] not in own:
                    found.setdefault(match[0].replace('"', ""), number)
    first = list(found.items())[:_MAX_COMMANDS]
    text = "\n".join(f"$ {command}" for command, _ in first)
    return Summary(text, first[0][1], first[-1][1]) if first else Summary()


def _statements(lines: Sequence[bytes]) -> Iterator[tuple[int, str]]:
    """Lines on which one may begin: not in documents, strings, or behind a backslash."""
    document, in_string, goes_on = "", False, False
    for number, written in enumerate(lines[:_MAX_LINES], 1):
        line = written[:_MAX_LINE].decode("utf-8", "replace").strip()
        if document:
            document = "" if line == document else document
            continue
        is_code = bool(line) and not line.startswith("#")
        if is_code and not (in_string or goes_on):
            yield number, line
        bare = _QUOTED.sub("", line if is_code or in_string else "")
        in_string ^= (bare.count('"') + bare.count("'")) % 2 == 1
        goes_on = line.endswith("\\")
        if not in_string and (here := _HEREDOC.search(line)):
            document = here[1]
