"""Documentation that names a parameter which the function does not take."""

import re
from collections.abc import Iterator

from repobook.findings.rule import Defines, Rule
from repobook.model.facts import Definition

_FUNCTIONS = frozenset(["function", "method", "constructor"])
_TAGGED = re.compile(
    r"^\s*(?::param[ \t]+(?:[\w.\[\], |]{1,60}[ \t])?(\w+)[ \t]*:"
    r"|[@\\]param\s+(?:\{[^}\n]{0,80}\}\s+)?\$?(\w+))",
    re.MULTILINE,
)
_ARGUMENTS = re.compile(r"^([ \t]*)(?:Args|Arguments|Parameters):[ \t]*\n", re.MULTILINE)
_ENTRY = re.compile(
    r"([ \t]*)\*{0,2}(\w+)(?:[ \t]*\([^()\n]{0,200}\))?:(?![ \t]+https?://)(?:[ \t]|$)"
)
_REMARKS = frozenset(["NOTE", "Note", "TODO", "WARNING", "Warning", "Returns", "Raises", "Yields"])
_INDENT = re.compile(r"[ \t]*")
# Where the signature does not name all that may be handed over, or is not read whole.
_OPEN = re.compile(r"\*\s*\w|\.\.\.|[{…]|\b(?:arguments|args|kwargs)\b")
# Decorators may change what a function takes; these do not.
_HARMLESS = frozenset(["staticmethod", "classmethod", "abstractmethod", "abc.abstractmethod"])


def _is_wrong(definition: Definition) -> bool:
    return bool(_missing(definition))


def _tell(definition: Definition) -> str:
    names = ", ".join(_missing(definition))
    return f"the documentation of {definition.qualname} names {names}, not among its parameters"


def _missing(definition: Definition) -> list[str]:
    if definition.kind not in _FUNCTIONS or not definition.doc or "(" not in definition.signature:
        return []
    is_plain = _HARMLESS.issuperset(definition.decorators)
    if not is_plain or _OPEN.search(definition.signature):
        return []
    taken = set(re.findall(r"\w+", definition.signature))
    return [name for name in dict.fromkeys(_named(definition.doc)) if name not in taken]


def _named(doc: str) -> Iterator[str]:
    for tagged in _TAGGED.finditer(doc):
        yield tagged[1] or tagged[2]
    for heading in _ARGUMENTS.finditer(doc):
        yield from _entries(doc[heading.end() :], len(heading[1]))


def _entries(text: str, outer: int) -> Iterator[str]:
    """Lines at the indent of the first one; deeper ones go on, others end the list."""
    inner = 0
    for line in text.split("\n"):
        if not line.strip():
            continue
        indent = len(_INDENT.match(line)[0])  # type: ignore[index]
        inner = inner or indent
        if indent <= outer:
            return
        entry = _ENTRY.match(line)
        if indent == inner and entry and entry[2] not in _REMARKS:
            yield entry[2]


RULE = Rule(
    frozenset(["Python", "Java", "TypeScript", "TSX", "Kotlin", "PHP"]),
    "info",
    "maintainability",
    "{name}",
    (Defines(_is_wrong, _tell),),
    fires=(
        ("Python", 'def f(a):\n    """Adds.\n\n    :param b: what to add\n    """\n'),
        ("Python", 'def f(a):\n    """Adds.\n\n    Args:\n        b (int): what to add\n    """\n'),
        (
            "Java",
            "class A {\n/** Adds.\n * @param b what to add\n */\nint f(int a) { return a; }\n}\n",
        ),
        ("TypeScript", "/** Adds.\n * @param b what to add\n */\nfunction f(a: number) {}\n"),
    ),
    quiet=(
        (
            "Python",
            'def f(a, b):\n    """Adds.\n\n    :param int a Seconds\n    :param b: c\n    """\n',
        ),
        ("Python", 'def f(a):\n    """Adds.\n\n    :param int a: what to add\n    """\n'),
        ("Python", 'def f(*args):\n    """Adds.\n\n    :param b: what to add\n    """\n'),
        ("Python", 'def f(args, kwargs):\n    """Adds.\n\n    :param b: what to add\n    """\n'),
        ("Python", '@takes("b")\ndef f():\n    """Adds.\n\n    :param b: what to add\n    """\n'),
        (
            "Python",
            'def f(a):\n    """A.\n\n    Args:\n        a: b\n        see: http://x.org\n    """',
        ),
        (
            "Python",
            'def f(a):\n    """Adds.\n\n    Args:\n        a: one of\n            b: more\n\n'
            '    Note:\n        c: no parameter\n    """\n',
        ),
        (
            "Python",
            'def f(a):\n    """Adds.\n\n    Args:\n        a: one\n        NOTE: go\n    """\n',
        ),
        (
            "Python",
            'def f(a):\n    """\n    Args:\n        a: b\n\n        Returns:\n'
            '            c\n    """',
        ),
        ("Java", "class A {\n/** Adds.\n * @param a what\n */\nint f(int a) { return a; }\n}\n"),
    ),
)
