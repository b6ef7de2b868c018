"""Which rules of ruff are asked, and what a finding of each says in our words.

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
    unless: Unless | None = None


def _security(message: str, severity: Severity = "warning") -> LintRule:
    return LintRule(severity, "security", message)


def _correctness(message: str, severity: Severity = "warning") -> LintRule:
    return LintRule(severity, "correctness", message)


def _performance(message: str) -> LintRule:
    return LintRule("info", "performance", message)


def _maintainability(message: str) -> LintRule:
    return LintRule("info", "maintainability", message)


# What was pickled a moment ago is no foreign data, nor what the same file writes.
_OWN_PICKLE: Final = Unless(
    re.compile(rb"\bdumps?\("),
    3,
    in_file=re.compile(rb"\b(?:pickle|dill|joblib)\.dumps?\(|Pickler\("),
)
_LITERAL_COMMAND: Final = Unless(re.compile(rb"\(\s*([\"'])[^\"'{\n]*\1\s*\)"))
# Who hands names over means code, not data that came from somewhere.
_MEANT_AS_CODE: Final = Unless(
    re.compile(rb"\beval\(\s*(?:[^()\n]*(?:\([^()\n]*\)[^()\n]*)?,|compile\()"), n_after=1
)
# A package passes on what its own modules offer.
_PASSED_ON: Final = Unless(re.compile(rb"\bfrom\s+\.+\w"))
# A number takes text and numbers alike.
_MADE_A_NUMBER: Final = Unless(
    re.compile(rb"\b(?:int|float|bool)\(\s*os\.(?:environ\.get|getenv)\([^\n]*\Z"), 1
)
# The authors say why, beside `except` or in the line below it; or what follows is another plan,
# for when the one above does not end in `return`.
_EXPLAINED: Final = Unless(re.compile(rb"\A[ \t]*return\b|\n[^\n]*#"), n_before=1, n_after=1)
_BLOCKING: Final = _performance("everything else waits while this call of an async function lasts")
_FORMAT: Final = _correctness("the format and what is put into it do not fit", "error")
_SYNTAX: Final = _correctness("Python refuses this when the function is compiled", "error")

LINT_RULES: Final[dict[str, LintRule]] = {
    "S102": LintRule("fact", "security", "exec runs text as code"),
    "S201": _security("the debugger of Flask lets anyone run code"),
    "S301": _security("unpickling runs code that the data brings along")._replace(
        unless=_OWN_PICKLE
    ),
    "S302": _security("marshal trusts the data that it reads"),
    "S306": _security("mktemp names a file that someone else can make first"),
    "S307": _security("eval runs text as code")._replace(unless=_MEANT_AS_CODE),
    "S323": _security("accepts any certificate"),
    "S324": _security("a digest that can be forged", "info"),
    "S501": _security("accepts any certificate"),
    "S502": _security("an insecure version of SSL"),
    "S505": _security("a key that is too short"),
    "S507": _security("accepts any host key"),
    "S602": _security("runs a command through the shell"),
    "S605": _security("runs a command through the shell")._replace(unless=_LITERAL_COMMAND),
    "S609": _security("the shell expands a wildcard in the command"),
    "S702": _security("Mako puts text into the page unescaped"),
    "S110": _correctness("whatever went wrong is forgotten", "info")._replace(unless=_EXPLAINED),
    "S112": _correctness("whatever went wrong is forgotten, and the loop goes on", "info")._replace(
        unless=_EXPLAINED
    ),
    "S113": _correctness("waits for ever when the other side is silent"),
    "ASYNC210": _BLOCKING,
    "ASYNC220": _BLOCKING,
    "ASYNC221": _BLOCKING,
    "ASYNC222": _BLOCKING,
    "ASYNC251": _BLOCKING,
    "B002": _correctness("two signs in a row change nothing; Python has no such operator"),
    "B006": _correctness("the default is made once and shared by all calls"),
    "B012": _correctness("leaving here drops the exception that is under way"),
    "B016": _correctness("what is raised is no exception", "error"),
    "B017": _correctness("the test passes whatever goes wrong", "info"),
    "B019": _correctness("the cache keeps every instance alive", "info"),
    "B020": _correctness("the loop overwrites what it runs over"),
    "B021": _correctness("an f-string here is no documentation"),
    "B025": _correctness("the same exception is caught a second time"),
    "B029": _correctness("catches nothing"),
    "B030": _correctness("what is caught here is no exception", "error"),
    "B031": _correctness("a group is read a second time, when it is empty"),
    "B033": _correctness("an item of the set is given twice"),
    "B035": _correctness("every round gives the same key"),
    "E722": _correctness("catches everything, interrupts included", "info"),
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
    "F601": _correctness("a key of the dictionary is given twice"),
    "F622": _SYNTAX,
    "F631": _correctness("the assertion is a tuple, which is always true", "error"),
    "F632": _correctness("`is` compares identity where a value is meant", "error"),
    "F633": _correctness("`>>` after print prints nothing", "error"),
    "F634": _correctness("the condition is a tuple, which is always true", "error"),
    "F701": _SYNTAX,
    "F702": _SYNTAX,
    "F704": _SYNTAX,
    "F706": _SYNTAX,
    "F707": _SYNTAX,
    "F811": _correctness("defined again before it was used"),
    "F823": _correctness("read before it is assigned", "error"),
    "PLE0101": _correctness("__init__ returns a value", "error"),
    "PLE0116": _SYNTAX,
    "PLE0117": _SYNTAX,
    "PLE0118": _SYNTAX,
    "PLE0704": _correctness(
        "raises again what a caller is handling, and fails where there is nothing"
    ),
    "PLE1205": _FORMAT,
    "PLE1206": _FORMAT,
    "PLE1307": _FORMAT,
    "PLE1310": _correctness("strip takes characters, and one is given twice"),
    "PLE1507": _correctness("the name of an environment variable is no text", "error"),
    "PLW0129": _correctness("a text is always true: the assertion checks nothing"),
    "PLW0133": _correctness("the exception is made and not raised"),
    "PLW0177": _correctness("nothing is equal to NaN"),
    "PLW1508": _correctness("the default of an environment variable is no text", "info")._replace(
        unless=_MADE_A_NUMBER
    ),
    "RUF006": _correctness("nobody holds the task: it may vanish before it is done"),
    "RUF034": _correctness("both ways give the same"),
    "C419": _performance("makes the whole list where the first answer could do"),
    "PERF102": _performance("makes pairs of keys and values and uses one of the two"),
    "F403": _maintainability("a star import: nobody can tell which names it brings")._replace(
        unless=_PASSED_ON
    ),
    "PLW0603": LintRule("fact", "maintainability", "changes a global variable"),
}
