"""Pages of operators after edits: those of a fresh build, with no more work than is asked for."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.index.reader.repository.operator_chains import GatheredChain, OperatorChains
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree
from tests.packs.small_library import FILES

_KERNELS = "aten/native/cpu/BinaryOpsKernel.cpp"
_EDITS = ("move", "lose a line", "remove", "restore", "call other names")
_STEPS = st.tuples(st.sampled_from(sorted(FILES)), st.sampled_from(_EDITS), st.integers(0, 99))


@settings(max_examples=15, derandomize=True)
@given(st.lists(_STEPS, min_size=1, max_size=5))
def test_pages_after_any_edits_are_those_of_a_fresh_build(
    steps: list[tuple[str, str, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root, book = write_tree(Path(folder) / "root", FILES), Path(folder) / "book"
        make_book(root, book)
        for path, edit, n in steps:
            _edit(root / path, str(FILES[path]), edit, n)
            make_book(root, book)
        make_book(root, Path(folder) / "fresh")
        assert_same_book(book, Path(folder) / "fresh")


def _edit(path: Path, original: str, edit: str, n: int) -> None:
    text = path.read_text() if path.exists() else original
    lines = text.splitlines(keepends=True)
    if edit == "remove":
        path.unlink(missing_ok=True)
    elif edit == "restore":
        path.write_text(original)
    elif edit == "move":
        path.write_text("\n" + text)
    elif edit == "call other names":
        path.write_text(text.replace("add", "acos"))
    else:
        gone = n % (len(lines) or 1)
        path.write_text("".join(lines[:gone] + lines[gone + 1 :]))


@pytest.fixture
def gathered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    gather = OperatorChains.gather

    def noting(self: OperatorChains, name: str) -> GatheredChain:
        names.append(name)
        return gather(self, name)

    monkeypatch.setattr(OperatorChains, "gather", noting)
    return names


@pytest.mark.parametrize(
    ("path", "before", "after", "families"),
    [
        (_KERNELS, "REGISTER_DISPATCH", "void more() {}\nREGISTER_DISPATCH", ["acos", "add"]),
        ("aten/native/cuda/BinaryOps.cu", "launch(iter);", "launch(iter, 1);", ["add"]),
        ("torch/nn/functional.py", "import", "# other\nimport", ["linear"]),
        ("docs.md", "", "# About add\n", []),
    ],
)
def test_an_edit_gathers_the_families_that_the_file_computes(
    tmp_path: Path, gathered: list[str], path: str, before: str, after: str, families: list[str]
) -> None:
    root = write_tree(tmp_path / "root", FILES | {"docs.md": ""})
    make_book(root, tmp_path / "book")
    gathered.clear()
    text = (root / path).read_text()
    (root / path).write_text(text.replace(before, after, 1) if before else after)
    make_book(root, tmp_path / "book")
    assert sorted(gathered) == [f"aten::{family}" for family in families]


def test_the_page_of_a_kernel_names_the_operators_that_it_implements(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", FILES)
    make_book(root, tmp_path / "book")
    pages = tmp_path / "book" / "markdown" / "aten" / "native"
    kernels = (pages / "BinaryOps.cpp_docs.md").read_text()
    (line,) = [line for line in kernels.splitlines() if line.startswith("**Implements**")]
    assert "[`aten::add`](../../operators_aten_add.md) (" in line
    assert "native_functions.yaml:" in line
    symbols = tmp_path / "book" / "site" / "aten" / "native" / "BinaryOps.cpp_sym.html"
    (section,) = [s for s in symbols.read_text().split("<h3") if ">at.native.linear<" in s]
    assert "<dt>Implements<dd><a href=../../operators_aten_linear.html>" in section
    # What declares them implements none.
    assert "**Implements**" not in (pages / "native_functions.yaml_docs.md").read_text()


def test_a_kernel_of_a_stub_implements_what_calls_the_stub(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", FILES)
    make_book(root, tmp_path / "book")
    pages = tmp_path / "book" / "markdown" / "aten" / "native"
    kernels = (pages / "cuda" / "BinaryOps.cu_docs.md").read_text()
    (line,) = [line for line in kernels.splitlines() if line.startswith("**Implements**")]
    assert "[`aten::add`](../../../operators_aten_add.md) (CUDA, " in line
    assert "Implements operator `aten::add` for CUDA" in kernels


def test_code_leads_to_operators_that_another_file_declares_as_long_as_it_does(
    tmp_path: Path,
) -> None:
    declared = "m.def"
    library = """\
#include <torch/library.h>
TORCH_LIBRARY(mine, m) {
  m.def("twice(Tensor x) -> Tensor");
}
"""
    kernels = """\
#include <torch/library.h>
Tensor twice_cpu(const Tensor& x) {
  return x + x;
}
TORCH_LIBRARY_IMPL(mine, CPU, m) {
  m.impl("twice", twice_cpu);
}
"""
    root = write_tree(tmp_path / "root", {"library.cpp": library, "kernels.cpp": kernels})
    link = "[`mine::twice`](operators_mine_twice.md)"
    for text in (library, library.replace(declared, "m.none"), library):
        (root / "library.cpp").write_text(text)
        make_book(root, tmp_path / "book")
        page = (tmp_path / "book" / "markdown" / "kernels.cpp_docs.md").read_text()
        assert (link in page) == (declared in text)
        assert "`mine::twice`" in page
