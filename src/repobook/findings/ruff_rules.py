"""The ruff rules that run, and our message for each.

Left out is what is a matter of taste and what is often wrong: asserts, random numbers that protect
nothing, loop variables in closures, names that look like passwords, comprehensions. C901 is
left out because every language has its own figure of complexity.
"""

import re
from typing import Final, NamedTuple

from repobook.model.finding import Category, Severity


class Unless(NamedTuple):
    """What makes a finding none: a pattern on its line or so many lines before and after."""

    pattern: re.Pattern[bytes]
    n_before: int = 0
    n_after: int = 0
    in_file: re.Pattern[bytes] | None = None
    """Anywhere in the file."""


class LintRule(NamedTuple):
    severity: Severity
    category: Category
    message: str
    unless: tuple[Unless, ...] = ()


def _security(message: str, severity: Severity = "warning") -> LintRule:
    return LintRule(severity, "security", message)


def _correctness(message: str, severity: Severity = "warning") -> LintRule:
    return LintRule(severity, "correctness", message)


def _performance(message: str) -> LintRule:
    return LintRule("info", "performance", message)


def _maintainability(message: str) -> LintRule:
    return LintRule("info", "maintainability", message)


def _fact(category: Category, message: str, unless: tuple[Unless, ...] = ()) -> LintRule:
    """Often meant so: it describes the file and asks nothing of anyone."""
    return LintRule("fact", category, message, unless)


# What was pickled a moment ago is no foreign data, nor what the same file writes.
_OWN_PICKLE: Final = Unless(
    re.compile(rb"\bdumps?\("),
    3,
    in_file=re.compile(rb"\b(?:pickle|dill|joblib)\.dumps?\(|Pickler\("),
)
_SHELL: Final = rb"\b(?:run|call|Popen|system|popen|\w+_call|\w+_output|getstatusoutput)\(\s*"
_LITERAL_COMMAND: Final = Unless(
    re.compile(rb"\A[^\n]*" + _SHELL + rb"([\"'])[^\"'{\n]*\1\s*[,)]"), n_after=1
)
# It is written out right above, or is what the function, the object or its user asked to run.
_KNOWN_COMMAND: Final = Unless(
    re.compile(
        rb"\b(?:(\w+) = ([\"'])(?:(?!\2)[^\n])*\2|def \w+\((?:self, )?(\w+)[^\n]*)\n"
        rb"(?:[^\n]*\n){0,5}?[^\n]*" + _SHELL + rb"(?:\1|\3)\s*[,)]"
        rb"|\b(\w+) = os\.(?:getenv|environ)[^\n]*\n(?:[^\n]*\n){0,5}?[^\n]*" + _SHELL + rb"\4\b"
        rb"|\A(?:[^\n]*\n){0,6}?[^\n]*" + _SHELL + rb"self\.(?:cmd|command)\s*[,)]"
        rb"|\bdef \w+\(cmd\b[^\n]*\n(?:[^\n]*\n){0,5}?[^\n]*" + _SHELL + rb"[^\n]*\bcmd\b"
    ),
    n_before=6,
    n_after=1,
)
_PLAIN_COMMAND: Final = (_LITERAL_COMMAND, _KNOWN_COMMAND)
# What the base class returns from there is None.
_NO_VALUE: Final = Unless(re.compile(rb"\breturn super\(\).__init__\("))
# Who hands names over means code, not data that came from somewhere.
_MEANT_AS_CODE: Final = Unless(
    re.compile(rb"\beval\(\s*(?:[^()\n]*(?:\([^()\n]*\)[^()\n]*)?,|compile\()"), n_after=1
)
# A package passes on what its own modules offer.
_PASSED_ON: Final = Unless(
    re.compile(rb"\bfrom\s+\.+\w"),
    in_file=re.compile(rb"\A(?:[ \t]*(?:from \w*\.[^\n]*|#[^\n]*)?\r?\n)+\Z"),
)
# What the block itself raises is no accident.
_RAISED_HERE: Final = Unless(re.compile(rb"\n[ \t]*raise (?:Base)?Exception\b"), n_after=3)
# A number takes text and numbers alike.
_MADE_A_NUMBER: Final = Unless(
    re.compile(rb"\b(?:int|float|bool)\(\s*os\.(?:environ\.get|getenv)\([^\n]*\Z"), 1
)
# The authors say why, beside `except` or in the line below it; or what follows is another plan,
# for when the one above does not end in `return`.
_EXPLAINED: Final = Unless(
    re.compile(
        rb"\A[ \t]*return\b|\A[^\n]*\n[^\n]*\n[^\n]*#|\A[^\n]*\n[^\n]*#"
        rb"|\bpass\n\s*(?:try:|if [^\n]*(?: is None| not [^\n]*):)"
    ),
    n_before=1,
    n_after=3,
)
_BLOCKING: Final = _performance("a blocking call in an async function stops the event loop")
_FORMAT: Final = _correctness("the format string and its arguments do not match", "error")
_SYNTAX: Final = _correctness("syntax error when Python compiles the function", "error")

LINT_RULES: Final[dict[str, LintRule]] = {
    "S102": _fact("security", "exec executes a string as code"),
    "S201": _security("Flask debug mode lets anyone run code"),
    "S301": _security("unpickling can run code from the data")._replace(unless=(_OWN_PICKLE,)),
    "S302": _security("marshal does not validate its input"),
    "S306": _security("mktemp returns a name that an attacker can create first"),
    "S307": _security("eval executes a string as code")._replace(unless=(_MEANT_AS_CODE,)),
    "S323": _security("TLS certificates are not verified"),
    "S324": _fact("security", "weak hash: collisions can be forged"),
    "S501": _security("TLS certificates are not verified"),
    "S502": _security("insecure SSL or TLS version"),
    "S505": _security("cryptographic key is too short"),
    "S507": _security("SSH host keys are not verified"),
    "S602": _security("runs a command through the shell")._replace(unless=_PLAIN_COMMAND),
    "S605": _security("runs a command through the shell")._replace(unless=_PLAIN_COMMAND),
    "S609": _security("the shell expands a wildcard in the command"),
    "S702": _security("Mako template without HTML escaping"),
    "S110": _fact("correctness", "the exception is silently ignored", unless=(_EXPLAINED,)),
    "S112": _fact(
        "correctness",
        "the exception is silently ignored and the loop continues",
        unless=(_EXPLAINED,),
    ),
    "S113": _correctness("request without a timeout"),
    "ASYNC210": _BLOCKING,
    "ASYNC220": _BLOCKING,
    "ASYNC221": _BLOCKING,
    "ASYNC222": _BLOCKING,
    "ASYNC251": _BLOCKING,
    "B002": _correctness("Python has no ++ or -- operator; this changes nothing"),
    "B006": _correctness("mutable default argument, shared by all calls"),
    "B012": _correctness("leaving `finally` here drops the active exception"),
    "B016": _correctness("raises a value that is not an exception", "error"),
    "B017": _correctness("the test passes on any exception", "info")._replace(
        unless=(_RAISED_HERE,)
    ),
    "B019": _fact("correctness", "the cache keeps every instance alive"),
    "B020": _fact("correctness", "the loop variable overwrites the iterable"),
    "B021": _correctness("an f-string is not a docstring"),
    "B025": _correctness("the same exception is caught twice"),
    "B029": _correctness("empty except tuple catches nothing"),
    "B030": _correctness("catches a type that is not an exception", "error"),
    "B031": _correctness("a groupby group is iterated twice; the second time it is empty"),
    "B033": _correctness("duplicate item in a set literal"),
    "B035": _correctness("dict comprehension with a constant key"),
    "E722": _correctness("bare except also catches KeyboardInterrupt and SystemExit", "info"),
    "F501": _FORMAT,
    "F502": _FORMAT,
    "F503": _FORMAT,
    "F504": _FORMAT,
    "F505": _FORMAT,
    "F506": _FORMAT,
    "F507": _FORMAT,
    "F508": _FORMAT,
    "F509": _FORMAT,
    "F521": _FORMAT,
    "F522": _FORMAT,
    "F523": _FORMAT,
    "F524": _FORMAT,
    "F525": _FORMAT,
    "F601": _correctness("duplicate key in a dict literal"),
    "F622": _SYNTAX,
    "F631": _correctness("the assertion is a tuple, which is always true", "error"),
    "F632": _correctness("`is` compares identity; use `==` to compare values", "error"),
    "F633": _correctness("`>>` after print prints nothing", "error"),
    "F634": _correctness("the condition is a tuple, which is always true", "error"),
    "F701": _SYNTAX,
    "F702": _SYNTAX,
    "F704": _SYNTAX,
    "F706": _SYNTAX,
    "F707": _SYNTAX,
    "F811": _correctness("redefined before it is used"),
    "F823": _correctness("read before it is assigned", "error"),
    "PLE0101": _correctness("__init__ returns a value", "error")._replace(unless=(_NO_VALUE,)),
    "PLE0116": _SYNTAX,
    "PLE0117": _SYNTAX,
    "PLE0118": _SYNTAX,
    "PLE0704": _fact(
        "correctness", "bare raise outside an except block: fails if no exception is active"
    ),
    "PLE1205": _FORMAT,
    "PLE1206": _FORMAT,
    "PLE1307": _FORMAT,
    "PLE1310": _correctness("strip takes a set of characters; one is repeated"),
    "PLE1507": _correctness("environment variable name is not a string", "error"),
    "PLW0129": _correctness("asserting a string literal always passes"),
    "PLW0133": _correctness("exception created but not raised"),
    "PLW0177": _correctness("nothing is equal to NaN"),
    "PLW1508": _correctness("default of an environment variable is not a string", "info")._replace(
        unless=(_MADE_A_NUMBER,)
    ),
    "RUF006": _correctness(
        "no reference to the asyncio task: it may be garbage-collected before it ends"
    ),
    "RUF034": _correctness("both branches of the conditional are the same"),
    "C419": _fact(
        "performance", "any() or all() over a list comprehension: a generator could stop early"
    ),
    "PERF102": _performance(".items() is called but only keys or values are used"),
    "F403": _maintainability("star import: the imported names are unknown")._replace(
        unless=(_PASSED_ON,)
    ),
    "PLW0603": _fact("maintainability", "assigns a global variable"),
}
