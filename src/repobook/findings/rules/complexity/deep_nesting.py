"""Functions whose decisions lie in each other deeper than anyone holds in mind."""

from repobook.findings.rule import ANY, Defines, Rule
from repobook.model.facts import Definition

_DEEP = 6


def _is_deep(definition: Definition) -> bool:
    return definition.nesting >= _DEEP


def _tell(definition: Definition) -> str:
    return f"{definition.qualname} nests branches {definition.nesting} deep"


RULE = Rule(
    ANY,
    "fact",
    "maintainability",
    "{name}",
    (Defines(_is_deep, _tell),),
    fires=(
        ("Python", "def f():\n" + "".join(" " * n + "if a:\n" for n in range(1, 7)) + "       b\n"),
        ("JavaScript", "function f() {" + "for (;;) {" * 6 + "}" * 7),
    ),
    quiet=(
        ("C", "int f() {" + "if (a) {} else " * 20 + "{} }\n"),
        ("JavaScript", "function f() {" + "for (;;) {" * 5 + "}" * 6),
    ),
)
