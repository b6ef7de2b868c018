"""The edits of the benchmark are real: what they add is found by the next build."""

from pathlib import Path

from repobook.build.benchmark.benchmark_edits import SourceFile, edits
from repobook.languages import parse
from tests.fakes.trees import write_tree

TREE = {
    "README.md": "# Shop\n",
    "shop/cart.py": "import os\n\n\ndef total(items):\n    return sum(items)\n",
    "shop/price.py": "import json\n\n\ndef rate():\n    return json.loads('1')\n",
    "native/fast.c": '#include "fast.h"\n\nint fast(int n) {\n  return n;\n}\n',
    "native/slow.c": '#include "slow.h"\n\nint slow(int n) {\n  return fast(n);\n}\n',
    "web/cart.ts": "import { b } from './b';\n\nexport function cart(): number {\n  return b;\n}\n",
    "tests/test_cart.py": "def test_total():\n    assert True\n",
}
LANGUAGES = {".py": "Python", ".c": "C", ".ts": "TypeScript", ".md": "Markdown"}


def _files(root: Path) -> list[SourceFile]:
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    return [
        SourceFile(
            str(path.relative_to(root)),
            LANGUAGES[path.suffix],
            "test" if "test" in path.name else "docs" if path.suffix == ".md" else "source",
            path.stat().st_size,
        )
        for path in paths
    ]


def test_every_language_is_edited_in_every_way(tmp_path: Path) -> None:
    root = write_tree(tmp_path, TREE)
    before = {path: (root / path).read_text() for path in TREE}
    made = [(edit.name, edit.language) for edit in edits(root, _files(root))]
    for language in ("Python", "C"):
        for name in ("function added", "signature changed", "import added"):
            assert (name, language) in made
    assert ("function added", "TypeScript") in made
    names = [name for name, _ in made]
    assert names[-5:] == [
        *("test added", "file renamed", "file added", "README changed"),
        "4 files changed",
    ]
    assert all(
        not (root / path).exists() or (root / path).read_text() != text
        for path, text in before.items()
    )


def test_what_is_added_is_a_definition(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.py": "class A:\n    def run(self):\n        return 1\n"})
    names = [edit.name for edit in edits(root, [SourceFile("a.py", "Python", "source", 9)])]
    assert names[:2] == ["function added", "signature changed"]
    renamed = (root / "a_renamed.py").read_bytes()
    definitions = {d.qualname: d.signature for d in parse("Python", renamed).definitions}
    assert "A.run_again" in definitions
    assert "extra" in definitions["A.run"]


def test_what_cannot_be_edited_is_left_out(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.py": b"\xff\n", "b.py": "x = 1\n"})
    files = [SourceFile(name, "Python", "source", 1) for name in ("a.py", "b.py", "gone.py")]
    assert [edit.name for edit in edits(root, files[:2])] == ["file renamed", "file added"]
