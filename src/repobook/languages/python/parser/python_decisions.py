"""How Python decides: calls and decorators that skip, restrict or multiply tests, and what a file
does when it is run by itself."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from repobook.languages.python.parser.python_text import STRING
from repobook.model.facts import DecisionKind, Reference
from repobook.packs import installed as packs
from repobook.parse.code_text import token_pattern
from repobook.parse.decisions.deciding_calls import Captures, Deciding, Exit, by_name, on
from repobook.parse.settings_read import OPTION, Reading, reads
from repobook.parse.source import SourceText
from repobook.text.logic import WORDS

_call_kind: Final = by_name(
    on("skip", "skipTest", of=None),
    on("skip", "skip", "importorskip", "skipIf", "skipUnless", of=("unittest", "pytest")),
    on("skip", "SkipTest", of=("unittest", "unittest.case", "")),
    on("skip", "skipif", of=("pytest.mark",)),
    on("warn", "warn", of=("warnings",)),
    on("warn", "warn_once", "warning_once", of=None),
    on("warn", "warning", of=("log", "logger", "logging", "_log", "_logger", "LOG", "LOGGER")),
    on("exit", "exit", of=("sys", "")),
    on("exit", "_exit", of=("os",)),
    on("parametrize", "subTest", of=None),
    *packs.decisions("python"),
)
_DECORATORS: Final[tuple[tuple[DecisionKind, re.Pattern[str]], ...]] = (
    ("skip", re.compile(r"skip(?:[A-Z_]\w*|if)?")),
    ("restrict", re.compile(r"(?:only|requires?)(?:_\w+|[A-Z]\w*)")),
    ("expect_failure", re.compile(r"expectedFailure\w*|xfail\w*")),
    ("parametrize", re.compile(r"parametri[sz]e\w*|given")),
    *packs.decorators(),
)
_MAIN_GUARD: Final = re.compile(rb"""if[ \t]*\(?[ \t]*__name__[ \t]*==[ \t]*["'](__main__)["']""")
_MAX_GUARD_BYTES: Final = 200
_MAX_RUN: Final = 10


def _kind_of(reference: Reference) -> DecisionKind | None:
    if reference.role != "decorator":
        return _call_kind(reference)
    for kind, pattern in _DECORATORS:
        if pattern.fullmatch(reference.name):
            return kind
    return None


def main_guards(source: SourceText, captures: Captures) -> dict[int, re.Match[bytes]]:
    """``if __name__ == "__main__"`` by the offset where the statement begins."""
    match_by_start = {match.start(): match for match in _guards_as_written(source.data)}
    if not match_by_start:
        return {}
    starts = {node.start_byte for node in captures.get("branch", ())}
    return {start: match for start, match in match_by_start.items() if start in starts}


def _guards_as_written(data: bytes) -> Iterator[re.Match[bytes]]:
    """Looked for by their rarest word: a pattern tried on every line costs far more."""
    at = data.find(b"__main__")
    while at >= 0:
        line_start = data.rfind(b"\n", max(0, at - _MAX_GUARD_BYTES), at) + 1
        match = _MAIN_GUARD.match(data, line_start)
        if match is not None and match.start(1) == at:
            yield match
        at = data.find(b"__main__", at + 1)


def _run_by_itself(source: SourceText, captures: Captures) -> Iterable[Exit]:
    guards = main_guards(source, captures)
    for node in captures.get("branch", ()) if guards else ():
        body = node.child_by_field_name("consequence") if node.start_byte in guards else None
        for statement in body.named_children[:_MAX_RUN] if body is not None else ():
            if statement.type == "expression_statement":
                yield Exit("run", statement.start_byte, statement.end_byte)


DECIDING: Final = Deciding(
    WORDS, token_pattern(rf"{STRING}|#[^\n]*"), _kind_of, also=_run_by_itself
)

READING: Final = Reading(
    (b"environ", b"getenv", b"add_argument", b"addoption", b"click", b"config", b"settings"),
    {
        **reads("environment variable", "getenv", of=("os",)),
        **reads("environment variable", "get", of=("os.environ", "environ")),
        **reads("environment variable", "environ", of=("os", "")),
        **reads("command-line option", "add_argument", "addoption", of=None, behind=OPTION),
        **reads("command-line option", "option", "argument", of=("click",), behind=OPTION),
    },
    modules=re.compile(r"(?:\w+\.)*(?:\w*_)?(?:config|settings)(?:\.\w+)?"),
)
