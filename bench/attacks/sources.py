"""A small program in several languages whose files refer to each other, and edits of it."""

import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tests.fakes.trees import commit_all, git, write_tree

SECRET_WORD: Final = "quokka"  # in every tree, so that there is something to search for


def write_program(root: Path, n_modules: int, draw: random.Random) -> Path:
    """``n_modules`` of Python with tests, and a few files of other kinds around them."""
    names = [f"{draw.choice(_WORDS)}_{n}" for n in range(n_modules)]
    for n, name in enumerate(names):
        folder = f"pkg/{_WORDS[n // 40 % len(_WORDS)]}" if n_modules > 40 else "pkg"
        used = draw.choice(names)
        write_tree(root, {f"{folder}/{name}.py": _module(name, used, draw)})
        if n % 4 == 0:
            write_tree(root, {f"tests/test_{name}.py": _test_of(name)})
    return write_tree(root, _AROUND)


_WORDS: Final = ("alpha", "bridge", "cursor", "decoder", "engine", "filter", "graph", "handler")
_AROUND: Final[dict[str, str | bytes]] = {
    "README.md": "# Machine\n\nSee `run` in [main](pkg/main.py), and the quokka.\n",
    "pyproject.toml": '[project]\nname = "machine"\n[project.scripts]\nmachine = "pkg.main:run"\n',
    "pkg/__init__.py": "",
    "pkg/main.py": (
        "import os\nfrom pkg import *\n\n\ndef run(quokka):\n    '''Runs it.'''\n"
        "    if os.environ.get('MODE'):\n        return eval(quokka)\n"
        "    raise ValueError(quokka)\n"
    ),
    "src/a.h": "#pragma once\n#define LIMIT(x) ((x) > 7)\nint add(int a, int b);\n",
    "src/a.c": '#include "a.h"\nint add(int a, int b) { return LIMIT(a) ? a : b; } // TODO: b\n',
    "web/app.js": "import { g } from './lib.js';\nexport function f() { return g(); }\n",
    "web/lib.js": "export function g() { return eval('1'); }\nexport class K {}\n",
    "cmd/main.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("quokka") }\n',
    "conf/ci.yaml": "jobs:\n  build:\n    steps: [a, b]\n",
    "conf/data.json": '{"name": {"deep": [1, 2]}}\n',
    "Makefile": "all: build\nbuild:\n\tcc -c src/a.c\n",
    "docs/guide.rst": "Guide\n=====\n\nSee :func:`run`.\n",
    ".gitignore": "*.log\n",
}


def _module(name: str, used: str, draw: random.Random) -> str:
    word = draw.choice(_WORDS)
    return (
        f'"""The {word} of {name}."""\n\nfrom pkg import {used}\nfrom pkg.{used} import do_{used}\n'
        f"\n\nclass {name.title()}({used}.{used.title()}):\n    def {word}(self, x={len(name)}):\n"
        f"        if not x:\n            raise ValueError({word!r})\n        return do_{used}(x)\n"
        f"\n\ndef do_{name}(x):\n    # TODO: {word}\n    return {used}.do_{used}(x)\n"
    )


def _test_of(name: str) -> str:
    return f"from pkg.{name} import do_{name}\n\n\ndef test_{name}():\n    assert do_{name}(1)\n"


# Edits as people make them ----------------------------------------------------------------------

Edit = Callable[[Path, random.Random], None]


def edit(root: Path, draw: random.Random, names: Iterable[str] = ()) -> str:
    """One edit, of these if any are named; its name."""
    name = draw.choice(sorted(names or EDITS))
    EDITS[name](root, draw)
    return name


def _files(root: Path, *endings: str) -> list[Path]:
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(
        path
        for path in found
        if path.name.endswith(endings) and not _is_ours(path.relative_to(root).parts)
    )


def _is_ours(parts: tuple[str, ...]) -> bool:
    return any(part == ".git" or part.endswith(".book") for part in parts)


def _some(root: Path, draw: random.Random, *endings: str) -> Path:
    found = _files(root, *endings) or _files(root, "")
    if not found:
        write_tree(root, _AROUND)
        found = _files(root, "")
    return draw.choice(found)


def _append(root: Path, draw: random.Random) -> None:
    path = _some(root, draw, ".py", ".js", ".c", ".h", ".go", ".md", "Makefile", ".yaml")
    word, n = draw.choice(_WORDS), draw.randrange(100)
    added = {
        ".py": f"\n\ndef {word}_{n}(x):\n    '''Says {word}.'''\n    return x\n",
        ".js": f"export const {word}{n} = () => eval({n});\n",
        ".c": f"int {word}{n}(void) {{ return LIMIT({n}); }}\n",
        ".h": f"#define {word.upper()}{n}(x) \\",  # a continued line that nothing continues
        ".go": f"\nfunc {word}{n}() int {{ return {n} }}\n",
        ".md": f"\n## {word} {n}\n\nThe `do_{word}_{n}` of it.\n",
        ".yaml": f"{word}_{n}:\n  - {n}\n",
    }
    with path.open("a") as file:
        file.write(added.get(path.suffix, f"{word}{n}: build\n"))


def _change_line(root: Path, draw: random.Random) -> None:
    path = _some(root, draw, ".py", ".js", ".c", ".go", ".md", ".json", ".toml", ".rst")
    lines = path.read_text(errors="surrogateescape").splitlines(keepends=True) or ["\n"]
    at = draw.randrange(len(lines))
    change = draw.choice(["drop", "double", "comment", "indent", "swap"])
    if change == "drop":
        del lines[at]
    elif change == "double":
        lines.insert(at, lines[at])
    elif change == "swap":
        other = draw.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = ("    " if change == "indent" else "# FIXME: ") + lines[at]
    path.write_text("".join(lines), errors="surrogateescape")


def _rename_symbol(root: Path, draw: random.Random) -> None:
    """In every file, as an editor does; now and then one is forgotten."""
    text = _some(root, draw, ".py").read_text(errors="surrogateescape")
    names = re.findall(r"(?:def|class) (\w+)", text)
    if not names:
        return
    old, new = draw.choice(names), f"{draw.choice(_WORDS)}_new{draw.randrange(100)}"
    for path in _files(root, ".py", ".md", ".rst"):
        text = path.read_text(errors="surrogateescape")
        if draw.random() < 0.9:
            path.write_text(re.sub(rf"\b{old}\b", new, text), errors="surrogateescape")


def _move(root: Path, draw: random.Random) -> None:
    path = _some(root, draw, "")
    target = root / draw.choice(["pkg", "tests", "src", "new/place", "."]) / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        path.rename(target)


def _delete(root: Path, draw: random.Random) -> None:
    _some(root, draw, "").unlink()


def _entry_point(root: Path, draw: random.Random) -> None:
    path = _some(root, draw, ".py")
    text = path.read_text(errors="surrogateescape")
    guard = '\n\nif __name__ == "__main__":\n    print(1)\n'
    path.write_text(
        text.replace(guard, "") if guard in text else text + guard, errors="surrogateescape"
    )


def _imports(root: Path, draw: random.Random) -> None:
    path, other = _some(root, draw, ".py"), _some(root, draw, ".py")
    line = draw.choice(
        [f"from pkg.{other.stem} import *\n", f"import pkg.{other.stem} as z\n", "import os, sys\n"]
    )
    path.write_text(line + path.read_text(errors="surrogateescape"), errors="surrogateescape")


def _add_file(root: Path, draw: random.Random) -> None:
    n, word = draw.randrange(100), draw.choice(_WORDS)
    other = _some(root, draw, ".py").stem
    added: list[tuple[str, str | bytes]] = [
        (f"pkg/{word}{n}.py", _module(f"{word}{n}", other, draw)),
        (f"tests/test_{other}.py", _test_of(other)),
        (f"new{n}/README.md", f"# {word}\n\nOf {other}.\n"),
        (f"pkg/{word}/__init__.py", "from pkg import *\n"),
        (f"src/{word}{n}.cc", f'#include "a.h"\nint {word}() {{ return add({n}, 1); }}\n'),
        (f"data/{word}.bin", b"\0\1\2"),
        ("CODEOWNERS", f"pkg/ @{word}\n*.py @{other}\n"),
        (f"ü {word} {n}.txt", "words\n"),
        ("conftest.py", f"import pytest\n\n\n@pytest.fixture\ndef {word}():\n    return {n}\n"),
    ]
    write_tree(root, dict([draw.choice(added)]))


def _ignore(root: Path, draw: random.Random) -> None:
    rule = draw.choice(["*.js", "docs/", "/tests", "!*.js", "pkg/*_1.py", "*.h"])
    with (root / ".gitignore").open("a") as file:
        file.write(f"{rule}\n")


def _attributes(root: Path, draw: random.Random) -> None:
    rule = draw.choice(["*.c linguist-generated", "docs/** linguist-vendored", "*.py text"])
    (root / ".gitattributes").write_text(f"{rule}\n")


def _line_breaks(root: Path, draw: random.Random) -> None:
    path = _some(root, draw, ".py", ".c", ".md")
    text = path.read_bytes().replace(b"\r\n", b"\n")
    path.write_bytes(text.replace(b"\n", draw.choice([b"\r\n", b"\r", b"\n"])))


def _empty(root: Path, draw: random.Random) -> None:
    _some(root, draw, "").write_bytes(draw.choice([b"", b"\n", b"\xff\xfe", b"\0"]))


def _swap(root: Path, draw: random.Random) -> None:
    one, other = _some(root, draw, ".py"), _some(root, draw, ".py")
    texts = one.read_bytes(), other.read_bytes()
    one.write_bytes(texts[1])
    other.write_bytes(texts[0])


def _project(root: Path, draw: random.Random) -> None:
    name = draw.choice(_WORDS)
    text = f'[project]\nname = "{name}"\ndescription = "A {name}."\n[tool.pytest.ini_options]\n'
    (root / "pyproject.toml").write_text(text)


def _commit(root: Path, draw: random.Random) -> None:
    if (root / ".git").is_dir():
        commit_all(root)
    else:
        git(root, "init", "-q", "-b", "main")


IN_PLACE: Final = ("append a definition", "change a line")
EDITS: Final[dict[str, Edit]] = {
    "append a definition": _append,
    "change a line": _change_line,
    "rename a symbol": _rename_symbol,
    "move a file": _move,
    "delete a file": _delete,
    "add or remove an entry point": _entry_point,
    "change imports": _imports,
    "add a file": _add_file,
    "change ignore rules": _ignore,
    "change attributes": _attributes,
    "change line breaks": _line_breaks,
    "empty a file": _empty,
    "swap two files": _swap,
    "rename the project": _project,
    "commit": _commit,
}
