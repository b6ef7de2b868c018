"""Commands that a package declares: console scripts of Python, scripts and ``bin`` of npm."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from repobook.model.binding import IMPORTED, Binding, read_binding
from repobook.model.facts import Definition, FileFacts, Reference
from repobook.model.graph import EXTERNAL, MAX_CANDIDATES, UNKNOWN, Candidate, Link, Unit
from repobook.model.kinds import COMMAND
from repobook.packs.calls import Use
from repobook.packs.commands.workflow_jobs import SCRIPT, TARGET
from repobook.packs.gathered import Gathered
from repobook.packs.pack import LinkBinding, PackFacts
from repobook.parse.source import SourceText
from repobook.resolve.paths import joined
from repobook.resolve.world import World
from repobook.text.route_paths import command_name

_TARGET: Final = re.compile(r"([\w.]{1,200}):(\w{1,100})(?:\[[^\]\n]{0,100}\])?")
_SCRIPTS: Final = ("project.scripts.", "project.gui-scripts.", "tool.poetry.scripts.")
_ENTRY: Final = re.compile(r"\s*[\"']?([\w.-]{1,100})\s{0,9}=\s{0,9}([\w.]{1,200}:\w{1,100})")
_VALUE: Final = re.compile(rb"=[ \t]*[\"']([^\"'\n]{1,300})[\"']")
_PATH: Final = re.compile(r"(?:\./)?[\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,12}")
_MAX_LINES: Final = 400
PYTHON: Final = " Python"


def read_scripts(
    pack: str, language: str, source: SourceText, facts: FileFacts
) -> PackFacts | None:
    """None for a file of another kind."""
    if language not in ("TOML", "JSON", "INI", "Python"):
        return None
    gathered = Gathered(pack, source)
    if language == "TOML" and b"scripts" in source.data:
        _read_toml(gathered, source, facts)
    elif _may_declare(language, facts) and b"console_scripts" in source.data:
        _read_entries(gathered, source)
    elif language == "JSON" and (b'"scripts"' in source.data or b'"bin"' in source.data):
        _read_npm(gathered, source, facts)
    else:
        return None
    return gathered.facts()


def _may_declare(language: str, facts: FileFacts) -> bool:
    if language != "Python":
        return language == "INI"
    return any(one.name == "setup" or one.module == "setuptools" for one in facts.imports)


def _read_toml(gathered: Gathered, source: SourceText, facts: FileFacts) -> None:
    for definition in facts.definitions:
        section = next((s for s in _SCRIPTS if definition.qualname.startswith(s)), "")
        line = _line(source, definition)
        value = _VALUE.search(line) if section and definition.kind == "key" else None
        if value:
            start = source.line_starts[definition.line - 1]
            name = definition.qualname.removeprefix(section)
            _script(gathered, name, value[1].decode("utf-8", "replace"), (start, start + len(line)))


def _read_entries(gathered: Gathered, source: SourceText) -> None:
    """Lines below ``console_scripts`` of the form ``name = module:function``."""
    first = source.line_of(source.data.find(b"console_scripts"))
    for number in range(first, min(source.n_lines, first + _MAX_LINES) + 1):
        start = source.line_starts[number - 1]
        line = source.lines[number - 1].decode("utf-8", "replace").partition("console_scripts")
        text = line[2].lstrip(" \t=\"':[") if line[1] else line[0]
        entry = _ENTRY.match(text)
        if entry:
            _script(gathered, entry[1], entry[2], (start, start + len(source.lines[number - 1])))
        elif number > first and text.strip() and not text.strip().startswith("#"):
            return


def _script(gathered: Gathered, name: str, target: str, span: tuple[int, int]) -> None:
    match = _TARGET.fullmatch(target)
    if match:
        name = gathered.define("command", command_name(name), *span)
        use = Use(match[2], f"{IMPORTED}{match[1]}{PYTHON}", span[0])
        gathered.bind(name, "handler", use)


def _read_npm(gathered: Gathered, source: SourceText, facts: FileFacts) -> None:
    try:
        package = json.loads(source.data)
    except (ValueError, RecursionError):
        return
    if not isinstance(package, dict) or not isinstance(package.get("name", ""), str):
        return
    lines = {d.qualname: d for d in facts.definitions if d.kind == "key"}
    for key, name, text in _declared(package):
        definition = lines.get(key)
        if definition is not None:
            start = source.line_starts[definition.line - 1]
            end = start + len(_line(source, definition))
            name = gathered.define("command", command_name(name), start, end)
            for path in dict.fromkeys(_PATH.findall(text)):
                if "/" in path or "." in path.strip("."):
                    last = path.rpartition("/")[2]
                    gathered.bind(name, "runs", Use(last, "", start), path)


def _declared(package: dict[str, object]) -> Iterator[tuple[str, str, str]]:
    """Key, name and text of every command."""
    scripts, programs = package.get("scripts"), package.get("bin")
    if isinstance(scripts, dict) and ("name" in package or "version" in package):
        for name, text in scripts.items():
            if isinstance(text, str):
                yield f"scripts.{name}", f"npm run {name}", text
    if isinstance(programs, str) and package.get("name"):
        yield "bin", str(package["name"]).rpartition("/")[2], programs
    for name, text in programs.items() if isinstance(programs, dict) else ():
        if isinstance(text, str):
            yield f"bin.{name}", name, text


def _line(source: SourceText, definition: Definition) -> bytes:
    return source.lines[definition.line - 1]


def linker(world: World) -> LinkBinding:
    """A word of a script is a file where there is one of that path; a workflow, which runs at the
    root, names targets and scripts as well."""

    def link(unit: Unit, reference: Reference) -> Link:
        binding: Binding | None = read_binding(reference.receiver)
        if binding is None:
            return UNKNOWN
        if binding.detail in (TARGET, SCRIPT):
            return _topmost(world.named(reference.name), binding.detail)
        folder = "" if unit.language == "YAML" else unit.path.rpartition("/")[0]
        path = joined(folder, binding.detail)
        return Link((path,), "exact", "runs") if path and path in world.files else EXTERNAL

    return link


def _topmost(candidates: Iterable[Candidate], detail: str) -> Link:
    """Of targets and scripts with this name, the one whose file lies nearest to the root."""
    kind = "target" if detail == TARGET else COMMAND
    meant = sorted((c.path.count("/"), c.id) for c in candidates if c.kind == kind)
    if not meant:
        return EXTERNAL
    is_alone = len(meant) == 1 or meant[0][0] < meant[1][0]
    ids = tuple(id for _, id in (meant[:1] if is_alone else meant[:MAX_CANDIDATES]))
    return Link(ids, "exact" if is_alone else "ambiguous", "runs")
