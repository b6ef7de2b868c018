"""Shell: functions, variables of the script, and the scripts it sources."""

import re
from collections.abc import Iterable
from typing import Final

import tree_sitter_bash
from tree_sitter import Node

from repobook.languages.shell.shell_commands import shell_commands
from repobook.model.facts import FileFacts, Import
from repobook.parse.definitions import Context, Sketch, one_line, signature
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_MAX_BEFORE: Final = 80
_SOURCING: Final = re.compile(rb"(?:^|[\s;&|({])(?:source|\.)[ \t]+\Z")
_SCRIPT: Final = re.compile(
    r"(?:\$\([^()]{1,100}\)\"?)?[^\s<>*?=]{0,200}[\w-]\.(?:sh|bash|zsh|py|pl|rb|js|mjs|bats)"
    r"|\.{1,2}/[\w./-]+"
)
_OWN_FOLDER: Final = re.compile(
    r"\bdirname\b.*?(?:\$0|\$\{0|BASH_SOURCE)[^/)]*\)*\"?((?:/\.\.)*)", re.S
)
_TOP: Final = re.compile(r"git\s+rev-parse\s+--show-toplevel")
_CONSTANT: Final = re.compile(r"(?:readonly|declare\s+-\w*r\w*)\s+(?:-\w+\s+)*")


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return None
    name = context.text(name_node)
    if kind == "function":
        header = signature(node, node.child_by_field_name("body"), context)
        return Sketch(name, kind, header, literal=True)
    start = node.start_byte - min(node.start_point[1], _MAX_BEFORE)
    line = context.source.text(start, node.end_byte).partition("\n")[0].lstrip()
    if _CONSTANT.match(line):
        kind = "constant"
    value = _folder(context.source.text(node.start_byte, min(node.end_byte, node.start_byte + 300)))
    return Sketch(name.partition("[")[0], kind, one_line(line), literal=True, value=value)


def _folder(assignment: str) -> str:
    """A folder that a variable holds: relative to the script's own, or ``/`` for the root."""
    if "dirname" in assignment and (own := _OWN_FOLDER.search(assignment)):
        n_outer = assignment[: own.end()].count("dirname") - 1
        return "." + own.group(1) + "/.." * min(n_outer, 8)
    return "/" if _TOP.search(assignment) else ""


def _imports(node: Node, context: Context) -> Iterable[Import]:
    """What is sourced, and the scripts that are run by their path."""
    path = context.text(node).strip("\"'")
    before = context.source.data[max(0, node.start_byte - 20) : node.start_byte]
    if _SOURCING.search(before):
        yield Import(path, "", "", "source", node.start_point[0] + 1)
    elif _SCRIPT.fullmatch(path):
        yield Import(path, "", "", "run", node.start_point[0] + 1)


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    """Adds what the script runs."""
    functions = [one for one in facts.definitions if one.kind == "function"]
    spans = [(one.line, one.end_line) for one in functions]
    commands = shell_commands(source.lines, spans, frozenset(one.name for one in functions))
    return _without_shebang(facts, source)._replace(opening=commands)


def _without_shebang(facts: FileFacts, source: SourceText) -> FileFacts:
    """In the documentation."""
    if not facts.doc or not source.data.startswith(b"#!"):
        return facts
    opening, *others = facts.texts
    text = opening.text.partition("\n")[2].strip("\n")
    header = [opening._replace(line=opening.line + 1, text=text)] if text else []
    return facts._replace(doc=text, texts=(*header, *others))


facts = TreeLanguage(
    tree_sitter_bash.language,
    "shell/shell",
    describe=_describe,
    imports=_imports,
    finish=_finish,
)
