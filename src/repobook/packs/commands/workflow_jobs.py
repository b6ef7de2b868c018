"""Jobs of GitHub workflows, bound to the scripts, targets and commands that they run."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.facts import FileFacts
from repobook.model.kinds import JOB
from repobook.packs.calls import Use
from repobook.packs.gathered import Gathered
from repobook.packs.pack import PackFacts
from repobook.parse.source import SourceText
from repobook.text.route_paths import command_name

TARGET: Final = "target of make"
SCRIPT: Final = "script of npm"
_PATH: Final = re.compile(r"(?<![\w/.@$~{-])(?:\./)?[\w-][\w.-]{0,80}(?:/[\w.-]{1,80}){0,12}")
_MAKE: Final = re.compile(r"\bmake[ \t]+(?:-[\w=]+[ \t]+)*([\w.-]{1,80})")
_NPM: Final = re.compile(
    r"\b(?:npm[ \t]+run|pnpm[ \t]+run|yarn[ \t]+run|npm[ \t]+(?=test\b))[ \t]*([\w:.-]{1,80})"
)
_EXPRESSION: Final = re.compile(r"\$\{\{[^\n]{0,400}?\}\}")
_SCRIPT_NAME: Final = re.compile(r"\w[\w.-]*\.\w{1,4}")
_USES: Final = re.compile(r"uses:\s{0,9}[\"']?\./([\w./-]{1,200})")
_ACTION: Final = "action.yml"
_MAX_TEXT: Final = 20_000


def read_jobs(pack: str, source: SourceText, facts: FileFacts) -> PackFacts:
    top = {one.qualname for one in facts.definitions if one.parent < 0}
    if not {"on", "jobs"} <= top:
        return PackFacts()
    gathered = Gathered(pack, source)
    name, start = "", 0
    for one in facts.definitions:  # a job, then its steps
        if one.qualname.startswith("jobs.") and one.qualname.count(".") == 1:
            start = source.line_starts[one.line - 1]
            end = start + len(source.lines[one.line - 1])
            name = gathered.define(JOB, f"job:{one.name}", start, end)
        elif name and one.qualname.startswith("jobs.") and one.name in ("run", "uses"):
            span = source.line_starts[one.line - 1], _end(source, one.end_line)
            for use, detail in _runs(source, one.name, *span):
                gathered.bind(name, "runs", use._replace(offset=start), detail)
    return gathered.facts()


def _end(source: SourceText, line: int) -> int:
    starts = source.line_starts
    return starts[line] if line < len(starts) else len(source.data)


def _runs(source: SourceText, key: str, start: int, end: int) -> Iterator[tuple[Use, str]]:
    """What a step names: files as paths, targets and scripts by their names."""
    text = source.text(start, min(end, start + _MAX_TEXT))
    if key == "uses":
        found = _USES.search(text)
        if found:
            is_workflow = found[1].endswith((".yml", ".yaml"))
            path = found[1] if is_workflow else f"{found[1].rstrip('/')}/{_ACTION}"
            yield Use(path.rpartition("/")[2], "", start), path
        return
    text = _EXPRESSION.sub("", text).partition("run:")[2]
    for path in dict.fromkeys(_PATH.findall(text)):
        if "/" in path or _SCRIPT_NAME.fullmatch(path):
            yield Use(path.rpartition("/")[2], "", start), path
    for name in dict.fromkeys(_MAKE.findall(text)):
        yield Use(name, "", start), TARGET
    for name in dict.fromkeys(_NPM.findall(text)):
        yield Use(command_name(f"npm run {name}"), "", start), SCRIPT
