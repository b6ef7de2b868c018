"""Files of the repository that a command line names, wherever it stands: in a recipe or a workflow.

Only what looks like a path, or follows the program that would run it, counts; whether such a file
exists is not known here.
"""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.facts import Import
from repobook.parse.source import SourceText

_ENDINGS: Final = rb"(?:sh|bash|bat|ps1|py|pl|rb|js|mjs|ts|cmake|txt|toml|cfg|ini|in|yml|yaml|json)"
_ENDING: Final = re.compile(rb"\w\." + _ENDINGS + rb"\b")
_WORD: Final = re.compile(rb"[\w.+/-]{3,300}+")
_FILE: Final = re.compile(
    rb"(?>(?:\.{1,2}/){0,8})(?>(?:[\w.+-]++/){0,40})(?=[\w.+-]*\." + _ENDINGS + rb"\Z)[\w.+-]*+"
)
_RUNNER: Final = re.compile(rb"(?:\b(?:bash|sh|zsh|python[\d.]*|node|perl|ruby|source)|\.)[ \t]+\Z")
_MAX_RUNNER: Final = 20
_HOLDS_VALUE: Final = b"}"
_NO_PATH_AFTER: Final = b"$:@~*<\\"


def imports_in(source: SourceText, comment: bytes = b"#") -> list[Import]:
    """Of a whole file: one for each file that a line names outside of comments."""
    numbers = {source.line_of(match.start()) for match in _ENDING.finditer(source.data)}
    return [
        Import(path, "", "", "file", number)
        for number in sorted(numbers)
        for path in files_named(source.lines[number - 1].partition(b" " + comment)[0])
        if not source.lines[number - 1].lstrip().startswith(comment)
    ]


def files_named(line: bytes) -> Iterator[str]:
    """What follows a variable is taken as a path from the root that the variable stands for."""
    for match in _WORD.finditer(line):
        word, before = match.group(), line[match.start() - 1 : match.start()] or b" "
        if word[:1] == b"/" and before == _HOLDS_VALUE:
            word = word[1:]
        elif before == b"$":
            word = word.partition(b"/")[2]
        elif before in _NO_PATH_AFTER or before == _HOLDS_VALUE:
            continue
        is_path = b"/" in word or _RUNNER.search(
            line, max(0, match.start() - _MAX_RUNNER), match.start()
        )
        if is_path and _FILE.fullmatch(word):
            yield word.decode()
