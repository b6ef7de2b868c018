"""Functions with more independent paths than anyone tests, in each other.

Many decisions side by side are a table of cases, which is long and easy to read. So are the arms of
``switch`` and ``else if``, and conditions one below another: here only the first of them counts.
"""

import re
from collections.abc import Iterable

from repobook.findings.rule import ANY, File, Hit, Rule
from repobook.model.facts import Definition

_MANY = 30
_DEEP = 4
_ARM = re.compile(
    rb"[ \t]*(?:case\b|\}?[ \t]*else[ \t]+if\b|elif\b|elsif\b|elseif\b|when\b|and\b|or\b)"
)
_GOES_ON = (b"&&", b"||")


def _find(file: File) -> Iterable[Hit]:
    for definition in file.facts.definitions:
        if _is_complex(definition) and not file.is_broken(definition):
            n_arms = _n_arms(file.source.lines, definition)
            if definition.complexity - n_arms > _MANY:
                yield Hit(definition.line, _tell(definition))


def _n_arms(lines: list[bytes], definition: Definition) -> int:
    inside = lines[definition.line : definition.end_line]
    return sum(_ARM.match(line) is not None or line.rstrip().endswith(_GOES_ON) for line in inside)


def _is_complex(definition: Definition) -> bool:
    return definition.complexity > _MANY and definition.nesting >= _DEEP


def _tell(definition: Definition) -> str:
    return (
        f"{definition.qualname} has {definition.complexity - 1} branches, nested up to"
        f" {definition.nesting} deep"
    )


RULE = Rule(
    ANY,
    "warning",
    "maintainability",
    "{name}",
    (_find,),
    fires=(
        (
            "Python",
            "def f(a):\n    if a:\n     if a:\n      if a:\n       if a: pass\n"
            + "    if a: pass\n" * 26,
        ),
        ("C", "int f(int a) {" + "if (a) {" * 30 + "}" * 30 + "}\n"),
        ("Go", "package p\nfunc f() {" + "if a {\n" * 30 + "}\n" * 30 + "}\n"),
    ),
    quiet=(
        ("Python", "def f(a):\n" + "    if a: pass\n" * 40),
        ("C", "int f(int a) {" + "if (a) {" * 29 + "}" * 29 + "}\n"),
        ("C", "int f(int a) {" + "if (a) {" * 9 + "return a &&\n" * 40 + "a;" + "}" * 9 + "}\n"),
        (
            "C",
            "int f(int a) {\nif (a) if (a) if (a)\nswitch (a) {\n"
            + "".join(f"case {n}: a++; break;\n" for n in range(40))
            + "}\n}\n",
        ),
        (
            "Python",
            "def f(a):\n    if a:\n     if a:\n      if a:\n       if a: pass\n"
            + "    if a: pass\n"
            + "    elif a: pass\n" * 40,
        ),
    ),
)
