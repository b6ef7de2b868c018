"""One word for one thing, the word the field uses: private words stay out of code and pages.

ARCHITECTURE.md has the glossary.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import repobook

_PACKAGE = Path(repobook.__file__).parent
_FILES = sorted(_PACKAGE.rglob("*.py"))
_IN_NAMES = {
    "told": "what it is: text, row, answer …",
    "heir": "subclass",
    "heirs": "subclasses",
    "leaner": "dependent",
    "leaners": "dependents",
    "leaning": "dependency",
    "anew": "again",
    "afresh": "force, rebuild",
    "manieth": "nth",
    "spoken": "mentioned",
    "circle": "cycle",
    "circles": "cycles",
}
_IN_TEXTS = re.compile(
    r"\b(?:lean(?:s|t)? (?:up)?on|spoken of|handed on|ways through|built upon|a program begins"
    r"|far guesses?|run so because|circles?|looked through|not fully read|(?:is|are) called so"
    r"|what is seen|in its own words|nothing (?:is )?called|left out of the scan"
    r"|whatever is held|told)\b",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def _texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if "CREATE TABLE" in node.value:
                continue  # a changed comment there would be another schema
            yield node.lineno, node.value


def _problems(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    for line, name in _names(tree):
        for word in _WORDS.findall(name):
            if word.lower() in _IN_NAMES:
                yield f"{path}:{line}: {name}: better {_IN_NAMES[word.lower()]}"
    for line, text in _texts(tree):
        if found := _IN_TEXTS.search(text):
            yield f"{path}:{line}: {found[0]}"


def test_code_and_pages_speak_plainly() -> None:
    assert [problem for path in _FILES for problem in _problems(path)] == []
