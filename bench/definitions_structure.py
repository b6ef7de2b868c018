"""Languages read in structure against the parsers that define them: the same names and lines?

    python bench/definitions_structure.py PATH [PATH ...]

Markdown headings (line and text) against markdown-it-py, reStructuredText titles (line and text)
against docutils, YAML keys (line and name) against PyYAML, TOML keys (path) against tomllib, JSON
keys (name, in order) against json. Needs ``markdown-it-py mdit-py-plugins docutils pyyaml``. The
recorded figures are in ``definitions_structure.md``.
"""

import argparse
import importlib
import io
import json
import os
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from repobook.languages import parse
from repobook.model.facts import FileFacts

_N_EXAMPLES: Final = 3
_TABLE_HEADER: Final = re.compile(rb"\[\[?\s*([^\]]*?)\s*\]")

Facts = Counter[Hashable]


class Oracle(NamedTuple):
    language: str
    endings: tuple[str, ...]
    theirs: Callable[[bytes], Facts]
    """Raises what the other parser raises where it does not read a file."""
    ours: Callable[[FileFacts, bytes], Facts]


class Comparison(NamedTuple):
    path: str
    n_bytes: int
    seconds: float
    n_theirs: int
    missing: tuple[Hashable, ...]
    extra: tuple[Hashable, ...]
    unread: str = ""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--rst", default=".rst", help="ending of reStructuredText files")
    options = parser.parse_args(arguments)
    paths = sorted(_files(options.paths))
    print("| language | files | not read by the key | facts | missing | extra | MB/s |")
    print("|---|---|---|---|---|---|---|")
    all_compared = [(oracle, _compare_all(oracle, paths)) for oracle in _oracles(options.rst)]
    for oracle, compared in all_compared:
        print(_row(oracle, compared))
    for _, compared in all_compared:
        _print_differences(compared)
    return 0


def _files(roots: list[str]) -> Iterator[str]:
    for root in roots:
        for folder, _, names in os.walk(root):
            yield from (os.path.join(folder, name) for name in names)


def _compare_all(oracle: Oracle, paths: list[str]) -> list[Comparison]:
    return [_compare(oracle, path) for path in paths if path.endswith(oracle.endings)]


def _compare(oracle: Oracle, path: str) -> Comparison:
    with open(path, "rb") as file:
        content = file.read()
    started = time.perf_counter()
    facts = parse(oracle.language, content)
    seconds = time.perf_counter() - started
    try:
        theirs = oracle.theirs(content)
    except Exception as error:  # noqa: BLE001 - whatever it is, the key gives no answer
        return Comparison(path, len(content), seconds, 0, (), (), f"{type(error).__name__}")
    ours = oracle.ours(facts, content)
    missing, extra = (theirs - ours).elements(), (ours - theirs).elements()
    return Comparison(path, len(content), seconds, theirs.total(), tuple(missing), tuple(extra))


def _row(oracle: Oracle, compared: list[Comparison]) -> str:
    n_unread = sum(bool(one.unread) for one in compared)
    n_facts = sum(one.n_theirs for one in compared)
    n_missing = sum(len(one.missing) for one in compared)
    n_extra = sum(len(one.extra) for one in compared)
    speed = sum(one.n_bytes for one in compared) / 1e6 / max(1e-9, sum(c.seconds for c in compared))
    cells = (oracle.language, len(compared), n_unread, n_facts, n_missing, n_extra, f"{speed:.1f}")
    return "| " + " | ".join(map(str, cells)) + " |"


def _print_differences(compared: list[Comparison]) -> None:
    for one in compared:
        if one.unread:
            print(f"{one.path}: not read by the key: {one.unread}")
        elif one.missing or one.extra:
            missing, extra = one.missing[:_N_EXAMPLES], one.extra[:_N_EXAMPLES]
            print(f"{one.path}: missing {list(missing)}, extra {list(extra)}")


def _headings(facts: FileFacts, content: bytes) -> Facts:
    found = (d for d in facts.definitions if d.kind == "heading")
    return Counter((d.line, " ".join(d.signature.split())) for d in found if d.signature)


def _markdown(content: bytes) -> Facts:
    tokens = _markdown_it().parse(_text(content))
    return Counter(
        (token.map[0] + 1, " ".join(tokens[n + 1].content.split()))
        for n, token in enumerate(tokens)
        if token.type == "heading_open" and tokens[n + 1].content.strip()
    )


@cache
def _markdown_it() -> Any:
    front_matter = importlib.import_module("mdit_py_plugins.front_matter").front_matter_plugin
    markdown_it = importlib.import_module("markdown_it").MarkdownIt
    return markdown_it("commonmark").enable("table").use(front_matter)


def _restructuredtext(content: bytes) -> Facts:
    """Titles as docutils' own state machine meets them."""
    states: Any = importlib.import_module("docutils.parsers.rst.states")
    core: Any = importlib.import_module("docutils.core")
    titles: Facts = Counter()
    section = states.RSTState.section

    def recorded(self: Any, title: str, source: Any, style: Any, line: int, messages: Any) -> Any:
        titles[(line, " ".join(title.split()))] += 1
        return section(self, title, source, style, line, messages)

    settings = {
        "report_level": 6,
        "halt_level": 6,
        "file_insertion_enabled": False,
        "raw_enabled": False,
        "warning_stream": io.StringIO(),
    }
    states.RSTState.section = recorded
    try:
        core.publish_doctree(_text(content), settings_overrides=settings)
    finally:
        states.RSTState.section = section
    return titles


def _keys_with_lines(facts: FileFacts, content: bytes) -> Facts:
    """Without the items of lists, which are no keys: those stand on their dash or bracket."""
    lines = content.split(b"\n")
    return Counter(
        (d.line, d.name)
        for d in facts.definitions
        if lines[d.line - 1][d.column : d.column + 1] not in (b"-", b"{")
    )


def _yaml(content: bytes) -> Facts:
    yaml: Any = importlib.import_module("yaml")
    found: Facts = Counter()
    nodes = [node for node in yaml.compose_all(content, yaml.CSafeLoader) if node]
    seen: set[int] = set()
    while nodes:
        node = nodes.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                nodes += [key, value]
                if isinstance(key, yaml.ScalarNode):
                    found[(key.start_mark.line + 1, key.value)] += 1
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
    return found


def _toml(content: bytes) -> Facts:
    paths = _paths(tomllib.loads(_text(content)), "")
    return Counter(dict.fromkeys((p for path in paths for p in _prefixes(path)), 1))


def _paths(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _paths(item, path)
    elif isinstance(value, dict):
        for key, inner in value.items():
            joined = f"{path}.{key}" if path else key
            yield joined
            yield from _paths(inner, joined)


def _toml_paths(facts: FileFacts, content: bytes) -> Facts:
    """Paths without the names of items; every part of a dotted path is one."""
    lines = content.split(b"\n")
    paths: list[str] = []
    for d in facts.definitions:
        around = facts.definitions[d.parent].qualname if d.parent >= 0 else ""
        own = d.qualname[len(around) + 1 :] if around else d.qualname
        rest = lines[d.line - 1][d.column :]
        if rest.startswith(b"[[") and (header := _TABLE_HEADER.match(rest)):
            own = header.group(1).decode().replace('"', "")
        outer = paths[d.parent] if d.parent >= 0 else ""
        paths.append(outer if rest.startswith(b"{") else ".".join(filter(None, (outer, own))))
    return Counter(dict.fromkeys((p for path in paths for p in _prefixes(path)), 1))


def _prefixes(path: str) -> Iterator[str]:
    parts = path.split(".")
    return (".".join(parts[: n + 1]) for n in range(len(parts)))


def _json_keys(facts: FileFacts, content: bytes) -> Facts:
    lines = content.split(b"\n")
    names = (
        d.name for d in facts.definitions if lines[d.line - 1][d.column : d.column + 1] == b'"'
    )
    return Counter(enumerate(names))


def _json(content: bytes) -> Facts:
    """In the order of the text: pairs come innermost first, so they are unfolded afterwards."""
    names: list[str] = []
    pending: list[Any] = [json.loads(content, object_pairs_hook=_Pairs)]
    while pending:
        value = pending.pop()
        if isinstance(value, _Pairs):
            pending += [item for pair in reversed(value.pairs) for item in (pair[1], _Key(pair[0]))]
        elif isinstance(value, _Key):
            names.append(value.name or '""')
        elif isinstance(value, list):
            pending += reversed(value)
    return Counter(enumerate(names))


class _Pairs:
    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs


class _Key(NamedTuple):
    name: str


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace").replace("\r\n", "\n").replace("\0", " ")


def _oracles(rst_ending: str) -> tuple[Oracle, ...]:
    return (
        Oracle("Markdown", (".md",), _markdown, _headings),
        Oracle("reStructuredText", (rst_ending,), _restructuredtext, _headings),
        Oracle("YAML", (".yml", ".yaml"), _yaml, _keys_with_lines),
        Oracle("TOML", (".toml",), _toml, _toml_paths),
        Oracle("JSON", (".json",), _json, _json_keys),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
