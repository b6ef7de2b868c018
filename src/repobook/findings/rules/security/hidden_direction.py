"""Characters that make code read otherwise than it runs."""

from collections.abc import Iterable

from repobook.findings.rule import C_FAMILY, JAVASCRIPT, PYTHON, File, Hit, Rule, text

# What is run; prose and translations turn where their scripts do.
_CODE = frozenset(
    [
        *(PYTHON | C_FAMILY | JAVASCRIPT),
        *("Java", "Kotlin", "Go", "Rust", "Shell", "CMake", "Starlark"),
        *("Dockerfile", "Makefile", "SQL", "YAML"),
    ]
)
# U+202A to U+202E and U+2066 to U+2069.
_TURNING = text(rb"\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])", b"\xe2")


def _find(file: File) -> Iterable[Hit]:
    if not file.source.data.isascii():
        yield from _TURNING(file)


RULE = Rule(
    _CODE,
    "warning",
    "security",
    "bidirectional control character: the code does not run in the order it is displayed",
    (_find,),
    fires=(("C", "/* \u202e } if (admin) { */\n"), ("Python", "x = '\u2066'\n")),
    quiet=(("Python", "x = 'naïve – “quoted” …'\n"),),
)
