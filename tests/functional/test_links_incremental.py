"""Links follow a change as far as it reaches: an edit ends in the bytes of a fresh build."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.build.link import linking
from repobook.build.link.resolving import Linker
from repobook.index.record import LinkRows
from tests.fakes.books import assert_same_book, make_book, rows
from tests.fakes.trees import write_tree

# Each file with the contents that it may have; None is no file.
VARIANTS: dict[str, list[str | None]] = {
    "pkg/__init__.py": ["", "from .base import *\n", "from .base import Base as Root\n", None],
    "pkg/base.py": [
        "class Base:\n    def run(self): return 1\n\n\ndef make() -> Base: return Base()\n",
        "class Top:\n    def run(self): return 1\n\n\nclass Base(Top): pass\n",
        "__all__ = ['Base']\nclass Base:\n    def run(self): pass\n\n\ndef make(): return Base()\n",
        "# moved\n\n\nclass Base:\n    def run(self): return 1\n    def walk(self): pass\n",
        "from .other import Base\n",
        None,
    ],
    "pkg/other.py": [
        "class Base:\n    def run(self): return 2\n",
        "from pkg.base import make\n\n\ndef run(): return make().run()\n",
        "def make() -> 'int': return 1\n",
        "class Base:\n    class Inner:\n        def run(self): return 2\n",
    ],
    "app.py": [
        "from pkg.base import Base\n\n\nclass Child(Base):\n    def go(self): return self.run()\n",
        "import pkg\n\n\ndef go(): return pkg.Base().run(), pkg.Root()\n",
        "def go(x):\n    return x.walk()\n",
        "# moved\nfrom pkg.base import Base\n\n\nclass Heir(Base):\n    def run(self): pass\n",
    ],
    "loose.py": [
        "import base\n\nbase.make()\n",
        "def f():\n    from pkg.base import make\n    return make()\n",
        "from pkg.base import make\n",
    ],
    "chain.py": ["from loose import make\n\nmake()\n"],
    "use.py": [
        "from app import Child\n\nChild().run()\nChild().walk()\n",
        "from pkg.other import *\n\nrun()\nmake()\n",
        "# moved\n\nfrom app import Child\n\nChild().run()\nChild().walk()\n",
    ],
    "tests/test_app.py": ["from app import go\n\n\ndef test_go(): go()\n", "import app\n"],
    "inc/a.h": ["#define A 1\nint f(int);\n", '#include "b.h"\n', None],
    "inc/b.h": ["int f(int x);\nstruct S { int m; };\n", "int f(int x, int y);\n"],
    "src/a.c": ['#include "a.h"\nint f(int x) { return A; }\n', "int f(int x) { return x; }\n"],
    "old/a.c": [
        "int f(int x) { return 0; }\n",
        '#include "a.h"\nint f(int x) { return 0; }\n',
        None,
    ],
    "src/b.c": ['#include "a.h"\nint g(void) { return f(1); }\n', "int g(void) { return f(2); }\n"],
    "web/a.ts": ["export class T { m() { return 1; } }\n", "export * from './b';\n"],
    "web/b.ts": ["import { T } from './a';\nnew T().m();\n", "export const T = 1;\n"],
    "web/package.json": ['{"name": "shared"}\n', '{"name": "other", "main": "b.ts"}\n'],
    "site/main.js": ["import { T } from 'shared/a';\nT();\n", "const b = require('other');\n"],
    "site/tsconfig.json": [
        '{"compilerOptions": {"paths": {"@/*": ["./*"]}}}\n',
        '{"compilerOptions": {"paths": {"@/*": ["../web/*"]}}}\n',
    ],
    "site/more.ts": ["import { T } from '@/b';\nT;\n"],
    "j/a/One.java": [
        "package a;\n\nclass One { int run() { return 1; } }\n",
        "package b;\n\npublic class One extends Two { }\n",
    ],
    "j/b/Two.java": [
        "package b;\n\nimport a.One;\n\nclass Two { int go(One o) { return o.run(); } }\n",
        "package a;\n\nclass Two { int run() { return new One().run(); } }\n",
    ],
    "go.mod": ["module example.com/m\n", "module example.com/n\n"],
    "lib/lib.go": ["package lib\n\nfunc Do() {}\n", "package lib\n\ntype T struct{}\n"],
    "cmd/main.go": [
        'package main\n\nimport "example.com/m/lib"\n\nfunc main() { lib.Do() }\n',
        'package main\n\nimport "example.com/n/lib"\n\nfunc main() { lib.Do() }\n',
    ],
    "cr/Cargo.toml": ['[package]\nname = "cr"\n', '[package]\nname = "dr"\n', None],
    "cr/src/lib.rs": ["pub mod a;\npub use a::f;\n", "mod a;\n"],
    "cr/src/a.rs": ["pub fn f() {}\n", "pub struct f;\n"],
    "cr/src/main.rs": ["use cr::f;\nfn main() { f(); }\n", "use dr::a::f;\nfn main() { f() }\n"],
    "lib/b.h": ["int f(int x, int y, int z);\n", None],
    "docs/x.md": ["See [base](../pkg/base.py) and `make`.\n", "# Title\n"],
    "CMakeLists.txt": ["add_library(x src/a.c src/b.c)\n", "add_library(y src/a.c)\n"],
}
NAMES = sorted(VARIANTS)
STEPS = st.tuples(st.sampled_from(NAMES), st.integers(0, 9))


@settings(max_examples=12, derandomize=True)
@given(st.lists(STEPS, min_size=1, max_size=10), st.integers(1, 3))
def test_links_after_any_edits_are_those_of_a_fresh_build(
    steps: list[tuple[str, int]], per_build: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root, book = Path(folder) / "root", Path(folder) / "book"
        write_tree(root, {name: text for name, [text, *_] in VARIANTS.items() if text is not None})
        make_book(root, book)
        for n, (name, choice) in enumerate(steps, 1):
            _write(root / name, VARIANTS[name][choice % len(VARIANTS[name])])
            if n % per_build == 0:
                make_book(root, book)
        make_book(root, book)
        make_book(root, Path(folder) / "fresh")
        assert_same_book(book, Path(folder) / "fresh")


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_processes_of_their_own_give_the_same_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = {name: text for name, [text, *_] in VARIANTS.items() if text is not None}
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "here")
    monkeypatch.setattr(linking, "_FEW", 0)
    make_book(root, tmp_path / "elsewhere", n_jobs=2)
    assert_same_book(tmp_path / "here", tmp_path / "elsewhere")


def test_edit_touches_only_what_mentions_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tree(
        tmp_path / "root",
        {"a.py": "def f(): pass\n", "b.py": "from a import f\n\nf()\n", "c.py": "x = 1\n"},
    )
    make_book(root, tmp_path / "book")
    resolved: list[str] = []
    links = Linker.links

    def noting_links(self: Linker, path: str) -> LinkRows:
        resolved.append(path)
        return links(self, path)

    monkeypatch.setattr(Linker, "links", noting_links)
    (root / "a.py").write_text("# a comment moves it\ndef f(): pass\n")
    make_book(root, tmp_path / "book")
    assert resolved == ["a.py"]
    (root / "a.py").write_text("def f(): pass\n\n\ndef g(): pass\n")
    make_book(root, tmp_path / "book")
    assert resolved == ["a.py", "a.py"]
    (root / "a.py").write_text("class f: pass\n")
    make_book(root, tmp_path / "book")
    assert resolved[2:] == ["a.py", "b.py"]
    assert ("b.py", "a.py", "call") in {row[:3] for row in rows(tmp_path / "book", "file_edges")}


def test_word_that_becomes_common_ranks_keywords_elsewhere_again(tmp_path: Path) -> None:
    tree = {f"m{n}.py": "def paged_x(): pass\n" if n < 5 else "y = 1\n" for n in range(12)}
    root = write_tree(tmp_path / "root", tree | {"use.py": "def paged(): pass\n"})
    make_book(root, tmp_path / "book")
    for step in ("more.py", "most.py"):  # the word is in seven files, then in eight
        (root / step).write_text("def paged_more(): pass\n")
        before = _score(tmp_path / "book", "use.py", "paged")
        make_book(root, tmp_path / "book")
        make_book(root, tmp_path / step)
        assert_same_book(tmp_path / "book", tmp_path / step)
    assert _score(tmp_path / "book", "use.py", "paged") < before


def test_index_of_names_follows_what_only_changes_its_kind(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"a.py": "def f(): pass\n", "b.py": "def f(): pass\n"})
    make_book(root, tmp_path / "book")
    (root / "a.py").write_text("class f: pass\n")
    make_book(root, tmp_path / "book")
    make_book(root, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def _score(book: Path, path: str, keyword: str) -> float:
    found = {(row[0], row[2]): row[4] for row in rows(book, "keywords")}
    return float(found[path, keyword])


def test_lost_facts_do_not_spoil_the_count_of_words(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"a.py": "def f_old(): pass\n", "b.py": "old = 1\n"})
    make_book(root, tmp_path / "book")
    (tmp_path / "book/cache/facts").unlink()
    (root / "a.py").write_text("def f_new(): pass\n")
    make_book(root, tmp_path / "book")
    make_book(root, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_files_that_a_pattern_takes_in_come_and_go(tmp_path: Path) -> None:
    tree = {
        "CMakeLists.txt": "file(GLOB SRCS util/*.cpp)\nadd_library(x ${SRCS})\n",
        "util/one.cpp": "int one() { return 1; }\n",
        "util/two.cpp": "int two() { return 2; }\n",
        "docs/index.rst": "Guide\n=====\n\n.. toctree::\n   :glob:\n\n   *\n",
        "docs/first.rst": "First\n=====\n",
        "docs/second.rst": "Second\n======\n",
    }
    root, book, fresh = write_tree(tmp_path / "r", tree), tmp_path / "b", tmp_path / "fresh"
    make_book(root, book)
    (root / "util/one.cpp").rename(root / "util/moved.cpp")
    (root / "docs/second.rst").rename(root / "docs/third.rst")
    make_book(root, book)
    make_book(root, fresh, use_cache=False)
    assert_same_book(book, fresh)
