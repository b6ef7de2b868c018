"""The text of an issue as people write it: a title, sentences, code, and frames of a traceback.

The title says best what it is about, sentences say more, and code uses what is meant beside much
else. Nothing in a long text is an operator of a query, for nobody wrote it as one.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final, NamedTuple

from repobook.search.query.mentions import Steps

MAX_CHARACTERS: Final = 20_000
_MIN_WORDS: Final = 30
_MIN_WORDS_OF_LINES: Final = 16
# Where lines are joined the title is not marked: what it is about is said first all the same.
_WORDS_OF_TITLE: Final = 12
_MAX_FRAMES: Final = 32

_FENCED: Final = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_CODE_LINE: Final = re.compile(r' {4,}\S|\t\s*\S|>>> |\.\.\. |(?:In|Out) ?\[\d|[ \t]*File "')
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_WORD: Final = re.compile(r"[\w./:\\-]+")
_LETTER: Final = re.compile(r"\w")
_PYTHON_FRAME: Final = re.compile(r'^[ \t]*File "([^"\n]{1,300})", line \d+', re.MULTILINE)
_JAVA_FRAME: Final = re.compile(r"([\w.$]+)\.[\w$<>]+\((\w+\.\w{2,5}):\d+\)")
# ``src/main.rs:10:5``, ``/app/lib/x.js:3``, ``x.go:12 +0x1d``, ``File.php(12)``, ``x.py in f(a)``
_OTHER_FRAME: Final = re.compile(r"([^/\\]*[/\\].*\.\w{1,5})(?::\d|\(\d)")
_BEFORE_CALL: Final = re.compile(r"[^/\\]*[/\\].*\.\w{1,5}")
_MAX_PATH: Final = 300


class IssueText(NamedTuple):
    title: tuple[str, ...]
    """Words, as all parts."""
    prose: tuple[str, ...]
    """The title and all sentences."""
    code: tuple[str, ...]
    frames: tuple[Steps, ...]
    """The paths of a traceback step by step, the one where it broke first."""


def read_issue(text: str) -> IssueText | None:
    """None for what is short enough to be a query."""
    lines = text[:MAX_CHARACTERS].strip().splitlines()
    if not _is_long(lines):
        return None
    title = _words(lines[0])
    if len(lines) == 1 or len(title) >= _MIN_WORDS:
        title = title[:_WORDS_OF_TITLE]
    body = _COMMENT.sub(" ", "\n".join(lines if len(lines) == 1 else lines[1:]))
    prose, code = _parted(body)
    return IssueText(
        tuple(title),
        (*(title if len(lines) > 1 else ()), *_words(prose)),
        tuple(_words(code)),
        tuple(_frames(body))[:_MAX_FRAMES],
    )


def _is_long(lines: list[str]) -> bool:
    least = _MIN_WORDS if len(lines) == 1 else _MIN_WORDS_OF_LINES
    return sum(len(line.split()) for line in lines) >= least


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if _LETTER.search(word)]


def _parted(body: str) -> tuple[str, str]:
    """Sentences, and what is code by its fences, its indentation or its prompt."""
    fenced = "\n".join(match[0].strip("`~") for match in _FENCED.finditer(body))
    lines = _FENCED.sub("\n", body).splitlines()
    code = [line for line in lines if _CODE_LINE.match(line)]
    prose = [line for line in lines if not _CODE_LINE.match(line)]
    return "\n".join(prose), "\n".join([fenced, *code])


def _frames(body: str) -> Iterator[Steps]:
    """Python shows the newest call last, others show it first."""
    python = _PYTHON_FRAME.findall(body)
    others = [] if python else _other_frames(body.split())
    yield from dict.fromkeys(map(_steps, (*reversed(python), *others)))


def _other_frames(tokens: list[str]) -> Iterator[str]:
    """Token by token: an expression that looks for them in a whole text may take very long."""
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        path = token.lstrip("(") if len(token) <= _MAX_PATH else ""
        if java := _JAVA_FRAME.match(path):
            yield f"{java[1].replace('.', '/')}/../{java[2]}"
        elif frame := _OTHER_FRAME.match(path):
            yield frame[1]
        elif following == "in" and _BEFORE_CALL.fullmatch(path):
            yield path


def _steps(path: str) -> Steps:
    steps: list[str] = []
    for step in re.split(r"[/\\]+", path):
        if step == "..":
            steps = steps[:-1]
        elif step not in ("", "."):
            steps.append(step)
    return tuple(steps)


def n_shared_steps(path: Steps, frame: Steps) -> int:
    """How many steps two paths share at their ends: installed files lie in other folders."""
    pairs = zip(reversed(path), reversed(frame), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
