"""Functions with more independent paths than anyone tests, in each other.

Many decisions side by side are a table of cases, which is long and easy to read.
"""

from repobook.findings.rule import ANY, Defines, Rule
from repobook.model.facts import Definition

_MANY = 30
_DEEP = 4


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
    (Defines(_is_complex, _tell),),
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
    ),
)
