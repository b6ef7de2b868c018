"""How JavaScript and TypeScript decide: checks, and tests that are skipped or multiplied."""

from typing import Final

from repobook.parse.code_text import SLASHED_QUOTES
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import Reading, reads
from repobook.text.logic import SIGNS

_TESTS: Final = ("it", "test", "describe", "suite", "context", "bench")

DECIDING: Final = Deciding(
    SIGNS,
    SLASHED_QUOTES,
    by_name(
        on("assert", "assert", "invariant"),
        on("warn", "warn", of=("console",)),
        on("exit", "exit", of=("process",)),
        on("skip", "skip", "skipIf", "todo", of=_TESTS),
        on("skip", "xit", "xtest", "xdescribe"),
        on("restrict", "only", "runIf", of=_TESTS),
        on("expect_failure", "fails", "failing", of=_TESTS),
        on("parametrize", "each", of=_TESTS),
    ),
)

READING: Final = Reading(
    (b"env",),
    reads("environment variable", "env", of=("process", "import.meta")),
    members={"process.env": "environment variable", "import.meta.env": "environment variable"},
)
