"""Functions that go on for pages."""

from repobook.findings.rule import ANY, Defines, Rule
from repobook.model.facts import Definition

_MANY_LINES = 200


def _n_lines(definition: Definition) -> int:
    return definition.end_line - definition.line + 1


def _is_long(definition: Definition) -> bool:
    return definition.complexity > 0 and _n_lines(definition) > _MANY_LINES


def _tell(definition: Definition) -> str:
    return f"{definition.qualname} is {_n_lines(definition)} lines long"


RULE = Rule(
    ANY,
    "fact",
    "maintainability",
    "{name}",
    (Defines(_is_long, _tell),),
    fires=(("Python", "def f():\n" + "    a()\n" * 200),),
    quiet=(
        ("Python", "def f():\n" + "    a()\n" * 199),
        ("Python", "class A:\n" + "    a = 1\n" * 300),
        ("C", "int f(int a) {\n  a = (;\n" + "  a();\n" * 200 + "}\n"),
    ),
)
