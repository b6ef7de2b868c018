"""Commands that Node hands to the shell, put together when the program runs."""

from collections.abc import Iterable

from repobook.findings.rule import JAVASCRIPT, File, Hit, Rule, calls

_MODULES = ("child_process", "node:child_process")
_PUT_TOGETHER = (
    rb"\s*\(\s*(?:`[^`]{0,300}\$\{|[\"'][^\"'\n]{0,300}[\"']\s*\+"
    rb"|[A-Za-z_$][\w$.]{0,80}\s*[,)+])"
)
_EXEC = calls("exec", "execSync", of=("", "child_process", "cp"), after=_PUT_TOGETHER)


def _find(file: File) -> Iterable[Hit]:
    if any(imported.module in _MODULES for imported in file.facts.imports):
        for name in sorted(_EXEC.names & file.references_by_name.keys()):
            yield from _EXEC.of_name(name, file)


RULE = Rule(
    JAVASCRIPT,
    "warning",
    "security",
    "{name}() runs a shell command built from variables",
    (_find,),
    fires=(
        ("JavaScript", "import { exec } from 'child_process'\nexec(`ls ${dir}`)\n"),
        ("JavaScript", "const cp = require('child_process')\ncp.execSync('ls ' + dir)\n"),
    ),
    quiet=(
        ("JavaScript", "import { exec } from 'child_process'\nexec('ls')\n"),
        ("JavaScript", "import { exec } from './regex'\nexec(text); /a/.exec(text)\n"),
    ),
)
