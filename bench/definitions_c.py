"""C-family definitions against universal-ctags: the same name on the same line?

    python bench/definitions_c.py REPOSITORY [--under FOLDER ...] [--missing N]

Counts, kind by kind, how many of ctags' functions, classes, structs, unions, enums, macros and
namespaces are definitions of ours with the same name on the same line, and how many of the plain
text's ``__global__`` functions are kernels of ours. What is missing is sorted into classes.
The recorded figures are in ``definitions_c.md``.
"""

import argparse
import json
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from repobook.languages import parse
from repobook.model.facts import Definition, FileFacts
from repobook.scan.classify.languages import language_of

KINDS: Final = ("function", "class", "struct", "union", "enum", "macro", "namespace")
ENDINGS: Final = (".c", ".h", ".cc", ".cpp", ".hpp", ".cxx", ".hh", ".inl", ".cu", ".cuh")
OUR_LANGUAGES: Final = frozenset(["C", "C++", "CUDA", "HIP"])
CTAGS: Final = (
    "ctags",
    "--languages=C,C++",
    "--map-C++=+.cu",
    "--map-C++=+.cuh",
    "--kinds-C=fsugd",
    "--kinds-C++=fcsugdn",
    "--fields=+neK",
    "--output-format=json",
    "-L",
    "-",
    "-f",
    "-",
)
_KERNEL: Final = re.compile(r"__global__[^;{}()]*(?:__launch_bounds__\s*\([^)]*\)[^;{}()]*)?\(")


class Tag(NamedTuple):
    path: str
    line: int
    name: str
    kind: str


class Ours(NamedTuple):
    language: str
    facts: FileFacts
    text: str


def main() -> None:
    options = _options()
    paths = sorted(_paths(options.repository, options.under))
    ours = {path: _read(options.repository, path) for path in paths}
    ours = {path: read for path, read in ours.items() if read.language in OUR_LANGUAGES}
    tags = list(_tags(options.repository, sorted(ours)))
    _report(tags, ours, options.missing)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("repository", type=Path)
    parser.add_argument("--under", action="append", default=[], help="only this folder")
    parser.add_argument("--missing", type=int, default=0, help="examples to print of each class")
    return parser.parse_args()


def _paths(repository: Path, folders: list[str]) -> Iterator[str]:
    for folder in folders or ["."]:
        for path in (repository / folder).rglob("*"):
            if path.name.endswith(ENDINGS) and path.is_file() and not path.is_symlink():
                yield path.relative_to(repository).as_posix()


def _read(repository: Path, path: str) -> Ours:
    content = (repository / path).read_bytes()
    language = language_of(path, content)
    return Ours(language, parse(language, content), content.decode("utf-8", "replace"))


def _tags(repository: Path, paths: list[str]) -> Iterator[Tag]:
    run = subprocess.run(
        CTAGS, input="\n".join(paths), cwd=repository, capture_output=True, text=True, check=True
    )
    for line in run.stdout.splitlines():
        tag = json.loads(line)
        if tag["_type"] == "tag" and not tag["name"].startswith("__anon"):
            yield Tag(tag["path"], tag["line"], _plain(tag["name"]), tag["kind"])


def _plain(name: str) -> str:
    """``operator ==`` and ``operator==`` are one name."""
    return re.sub(r"\s+", "", name)


def _report(tags: list[Tag], ours: dict[str, Ours], n_examples: int) -> None:
    names_by_place = _names_by_place(ours)
    total, found = Counter[str](), Counter[str]()
    missing: defaultdict[str, list[Tag]] = defaultdict(list)
    for tag in sorted(set(tags)):
        total[tag.kind] += 1
        if tag.name in names_by_place[tag.path, tag.line]:
            found[tag.kind] += 1
        else:
            missing[_class_of(tag, ours[tag.path])].append(tag)
    for kind in KINDS:
        print(_figure(kind, found[kind], total[kind]))
    print(_figure("all", found.total(), total.total()))
    print(_figure("kernels", *_kernels(ours.values())))
    for reason, absent in sorted(missing.items(), key=lambda item: -len(item[1])):
        print(f"{len(absent):6} {reason}")
        step = max(1, len(absent) // n_examples) if n_examples else 1
        for tag in absent[::step][:n_examples]:
            print(f"       {tag.kind} {tag.name}  {tag.path}:{tag.line}")


def _names_by_place(ours: dict[str, Ours]) -> defaultdict[tuple[str, int], set[str]]:
    names: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for path, read in ours.items():
        for definition in read.facts.definitions:
            names[path, definition.line].update(_names(definition))
    return names


def _names(definition: Definition) -> Iterable[str]:
    """A nested namespace has every part of its name; a test is also known by its macro."""
    if definition.kind == "namespace":
        return definition.qualname.split(".")
    if definition.kind == "test":
        return (definition.name, *definition.signature.partition("(")[0].split()[-1:])
    return (_plain(definition.name),)


def _class_of(tag: Tag, read: Ours) -> str:
    line = read.text.split("\n")[tag.line - 1]
    if tag.name.startswith("__"):
        return "ctags is wrong: a qualifier with arguments taken for the name of what follows"
    if tag.kind == "function" and re.fullmatch(r"(?!TEST)[A-Z0-9_]+", tag.name):
        return "ctags is wrong: a macro invocation taken for a function"
    if re.search(
        rf"\b(?:struct|union|class|enum)\s+(?![A-Z_]+\s)[\w:]+\s+{re.escape(tag.name)}\b", line
    ):
        return "ctags is wrong: an initialised variable taken for the type"
    lines = [d.line for d in read.facts.definitions if _plain(d.name) == tag.name]
    if any(abs(line - tag.line) <= 3 for line in lines):
        return "another line nearby"
    if any(abs(d.line - tag.line) <= 30 for d in read.facts.diagnostics):
        return "we are wrong: near syntax that the grammar does not understand"
    return f"to look at: {tag.kind}"


def _kernels(ours: Iterable[Ours]) -> tuple[int, int]:
    found = expected = 0
    for read in ours:
        if "__global__" in read.text:
            code = re.sub(
                r"//[^\n]*|/\*.*?\*/|#\s*define(?:[^\n\\]|\\.)*", " ", read.text, flags=re.S
            )
            expected += len(_KERNEL.findall(code))
            found += sum(d.kind == "kernel" for d in read.facts.definitions)
    return found, expected


def _figure(what: str, found: int, total: int) -> str:
    share = 100 * found / total if total else 100.0
    return f"{what:10} {found:7} of {total:7}  {share:6.2f} %"


if __name__ == "__main__":
    main()
