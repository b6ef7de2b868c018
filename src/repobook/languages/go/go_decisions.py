"""How Go decides: panics, fatal errors and skipped tests."""

from typing import Final

from repobook.parse.code_text import SLASHED
from repobook.parse.decisions.deciding_calls import Deciding, by_name, on
from repobook.parse.settings_read import OPTION, Reading, reads
from repobook.text.logic import SIGNS

_TESTS: Final = ("testing.T()", "testing.B()", "testing.F()", "testing.TB()")

DECIDING: Final = Deciding(
    SIGNS,
    SLASHED,
    by_name(
        on("raise", "panic"),
        on("exit", "Exit", of=("os",)),
        on("exit", "Fatal", "Fatalf", "Fatalln", of=("log",)),
        on("skip", "Skip", "Skipf", "SkipNow", of=_TESTS),
    ),
)
_FLAGS: Final = tuple(
    type_ + form
    for type_ in ("Bool", "Int", "Int64", "Uint", "String", "Float64", "Duration")
    for form in ("", "Var")
)

READING: Final = Reading(
    (b"Getenv", b"LookupEnv", b"flag."),
    {
        **reads("environment variable", "Getenv", "LookupEnv", of=("os",)),
        **reads("command-line option", *_FLAGS, of=("flag", "pflag"), behind=OPTION),
    },
)
