"""Functions with more independent paths than anyone tests."""

from repobook.findings.rule import ANY, Defines, Rule
from repobook.model.facts import Definition

_MANY = 30


def _is_complex(definition: Definition) -> bool:
    return definition.complexity > _MANY


def _tell(definition: Definition) -> str:
    return f"{definition.qualname} has {definition.complexity - 1} decisions"


RULE = Rule(
    ANY,
    "warning",
    "maintainability",
    "{name}",
    (Defines(_is_complex, _tell),),
    fires=(
        ("Python", "def f(a):\n" + "    if a: pass\n" * 30),
        ("C", "int f(int a) {" + "if (a) {}" * 30 + "}\n"),
        ("Go", "package p\nfunc f() {" + "if a {}\n" * 30 + "}\n"),
    ),
    quiet=(("Python", "def f(a):\n" + "    if a: pass\n" * 29),),
)
