"""The chain of an operator, from every end of it; and an edit ends in the bytes of a full build."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook import Book, open_book
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.index.reader import binding_reader
from repobook.index.reader.file.file_links import references_in
from repobook.index.reader.rows import Rows
from repobook.model.answers import Nothing, SymbolAnswer
from repobook.verify.verify import verify
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree
from tests.packs.small_library import FILES

_YAML = "aten/native/native_functions.yaml"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    folder = tmp_path_factory.mktemp("chain")
    make_book(write_tree(folder / "library", FILES), folder / "book")
    with open_book(str(folder / "book")) as opened:
        yield opened


def _trace(book: Book, name: str) -> TraceAnswer:
    answer = book.trace(name)
    assert isinstance(answer, TraceAnswer)
    return answer


def _steps(answer: TraceAnswer) -> list[str]:
    return [
        f"{stage.name} {hop.detail}: {hop.target_path or hop.path}:{hop.target_line or hop.line}"
        for stage in answer.stages
        for hop in stage.hops
    ]


def test_a_chain_goes_from_python_to_the_device_kernels(book: Book) -> None:
    assert _steps(_trace(book, "aten::add.Tensor")) == [
        f"python torch.add, torch.Tensor.add: {_YAML}:4",
        f"delegate aten::add.out: {_YAML}:8",
        "dispatch SparseCPU, SparseCUDA: aten/native/Sparse.cpp:5",
        "structured CPU, CUDA: aten/native/BinaryOps.cpp:15",
        f"structured MTIA: {_YAML}:12",
        "autocast Autocast fallthrough: lib/qlinear.cpp:24",
        "stub CPU: aten/native/cpu/BinaryOpsKernel.cpp:5",
        "stub CUDA: aten/native/cuda/BinaryOps.cu:4",
        "meta : aten/native/BinaryOps.cpp:4",
        "autograd self, other: tools/autograd/derivatives.yaml:1",
        "formula self calls handle_r_to_c: tools/autograd/FunctionsManual.cpp:3",
        "decomposition : torch/decompositions.py:11",
        "lowering : torch/decompositions.py:20",
    ]


def test_a_kernel_that_is_registered_for_all_processors_and_one_is_part_of_the_chain(
    book: Book,
) -> None:
    assert "stub CPU: aten/native/cpu/BinaryOpsKernel.cpp:8" in _steps(_trace(book, "aten::acos"))


def test_a_step_has_its_line_and_confidence_or_the_reason_why_it_stops(book: Book) -> None:
    answer = _trace(book, "aten::add.out")
    hops = {hop.detail: hop for stage in answer.stages for hop in stage.hops}
    assert hops["CPU, CUDA"][2:4] == (_YAML, 11)
    assert hops["CPU, CUDA"].confidence == "exact"
    assert hops["MTIA"].rule == "backend out of tree"
    assert not hops["MTIA"].target


@pytest.mark.parametrize(
    ("name", "operators"),
    [
        ("aten::acos.out", ["aten::acos.out"]),
        ("acos_out", ["aten::acos.out"]),
        ("acos_stub", ["aten::acos.out"]),
        ("add_kernel_cuda", ["aten::add.out", "aten::add.Tensor"]),
        ("torch.ops.aten.abs.default", ["aten::abs"]),
        ("at::linear", ["aten::linear"]),
        ("torch.nn.functional.linear", ["aten::linear"]),
        (f"{_YAML}:17", ["aten::add.Scalar"]),
        ("torch/decompositions.py:16", ["aten::linear"]),
        ("PackWeight::run", ["sparse::qlinear_prepack"]),
        ("qlinear_prepack", ["sparse::qlinear_prepack"]),
        ("mine::triple", ["mine::triple"]),
        ("double_cpu", ["mine::double"]),
        ("handle_r_to_c", ["aten::add.Tensor", "aten::add.out"]),
        (
            "aten::add",
            ["aten::add.Tensor", "aten::add.out", "aten::add.Scalar", "aten::add.Scalar_out"],
        ),
    ],
)
def test_every_end_of_a_chain_leads_to_its_operators(
    book: Book, name: str, operators: list[str]
) -> None:
    assert [symbol.qualname for symbol in _trace(book, name).subjects] == operators


@pytest.mark.parametrize(
    ("name", "operator"),
    [
        ("torch.add", "aten::add.Tensor"),
        ("torch.Tensor.add", "aten::add.Tensor"),
        ("Tensor.add", "aten::add.Tensor"),
        ("at::linear", "aten::linear"),
        ("torch.ops.aten.abs.default", "aten::abs"),
    ],
)
def test_an_operator_is_shown_by_the_names_that_it_has_in_python(
    book: Book, name: str, operator: str
) -> None:
    answer = book.show(name)
    assert isinstance(answer, SymbolAnswer)
    assert answer.symbol.qualname == operator


@pytest.mark.parametrize("name", ["torch.nn.add", "torch.nothing", "torch.Tensor.abs"])
def test_a_name_that_no_operator_has_in_python_is_nothing(book: Book, name: str) -> None:
    assert isinstance(book.show(name), Nothing)


def test_tests_that_name_an_operator_belong_to_its_chain(book: Book) -> None:
    (use,) = _trace(book, "sparse::qlinear_prepack").tests
    assert use == ("test/test_ops.py", "test", 1, 11)


def test_pages_that_show_operators_prove_what_they_say(tmp_path: Path) -> None:
    library = write_tree(tmp_path / "library", FILES)
    make_book(library, tmp_path / "book")
    assert verify(tmp_path / "book", str(library), 1).problems == ()


def test_what_no_pack_knows_is_nothing(book: Book) -> None:
    assert isinstance(book.trace("nothing_of_that_name"), Nothing)


def test_what_no_pack_binds_is_found_with_its_uses(tmp_path: Path) -> None:
    tree = {"line.c": "int line(void) { return 1; }\n", "main.c": "int main() { return line(); }\n"}
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    with open_book(str(tmp_path / "book")) as opened:
        answer = _trace(opened, "line")
    assert [symbol.id for symbol in answer.subjects] == ["line.c::line"]
    assert [(use.path, use.line) for use in answer.uses] == [("main.c", 1)]
    assert answer.stages == ()


@pytest.mark.parametrize(
    ("question", "path", "line"),
    [
        ("where is aten::add.Tensor implemented for SparseCPU", "aten/native/Sparse.cpp", 5),
        ("where is aten::add.out implemented for CUDA?", "aten/native/BinaryOps.cpp", 15),
        ("where is aten::acos.out implemented for cpu", "aten/native/BinaryOps.cpp", 36),
        ("where is aten::abs implemented for SparseCPU", "aten/native/Sparse.cpp", 20),
        ("where is aten::linear implemented for CUDA", "aten/native/BinaryOps.cpp", 28),
        ("where is sparse::qlinear_prepack implemented", "lib/qlinear.cpp", 7),
        ("aten::linear", "aten/native/BinaryOps.cpp", 28),
    ],
)
def test_a_search_for_an_operator_puts_its_kernel_first(
    book: Book, question: str, path: str, line: int
) -> None:
    answer = book.search(question)
    assert answer.hits[0][:2] == (path, line)
    assert answer.answer is not None
    assert answer.answer.rows[0][:2] == (path, line)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("aten/native/Sparse.cpp", "Tensor add_sparse", "// longer\nTensor add_sparse"),
        ("aten/native/Sparse.cpp", "add_sparse(const", "add_sparse_csr(const"),
        ("aten/native/Sparse.cpp", "SPARSE(abs)", "SPARSE(neg)"),
        (_YAML, "SparseCPU, SparseCUDA: add_sparse", "CPU: linear"),
        (_YAML, "- func: linear(", "- func: bilinear("),
        ("aten/native/BinaryOps.cpp", "DEFINE_DISPATCH(add_stub)", "DEFINE_DISPATCH(sub_stub)"),
        ("tools/autograd/FunctionsManual.cpp", "handle_r_to_c", "linear"),
        ("tools/autograd/derivatives.yaml", "handle_r_to_c(", "linear("),
        ("lib/qlinear.cpp", "qlinear_prepack(Tensor", "prepack(Tensor"),
        ("torch/decompositions.py", "def lower", "def raise_"),
    ],
)
def test_an_edit_ends_in_the_bytes_of_a_full_build(
    tmp_path: Path, path: str, old: str, new: str
) -> None:
    library, content = write_tree(tmp_path / "library", FILES), str(FILES[path])
    make_book(library, tmp_path / "book")
    assert old in content
    (library / path).write_text(content.replace(old, new))
    make_book(library, tmp_path / "book")
    make_book(library, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_what_is_bound_in_a_file_is_read_once_while_a_book_is_open(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    _trace(book, "aten::add.Tensor")
    paths: list[str] = []

    def read(rows: Rows, path: str) -> str:
        paths.append(path)
        return references_in(rows, path)

    monkeypatch.setattr(binding_reader, "references_in", read)
    _trace(book, "aten::add.Tensor")
    assert paths == []
    _trace(book, "aten::acos.out")
    assert _YAML not in paths


def test_the_overload_without_a_name_of_its_own_is_meant_first(tmp_path: Path) -> None:
    names = "- func: rand.names(int[] size, Dimname[]? names) -> Tensor\n\n"
    yaml = f"{names}- func: rand(int[] size) -> Tensor\n"
    make_book(write_tree(tmp_path / "library", {_YAML: yaml}), tmp_path / "book")
    with open_book(str(tmp_path / "book")) as book:
        shown, more = book.show("aten::rand"), book.show("aten::rand.names")
    assert isinstance(shown, SymbolAnswer)
    assert isinstance(more, SymbolAnswer)
    assert (shown.symbol.line, shown.others.n_all, more.symbol.line) == (3, 1, 1)


def test_a_function_that_a_kernel_calls_leads_to_the_operator(tmp_path: Path) -> None:
    text = """\
#include <ATen/ATen.h>
namespace at::native {
static void fill_frame(float* out) { out[0] = 1; }
static void launch(float* out) { fill_frame(out); }
Tensor fill_cpu(const Tensor& self) { launch(self.data()); return self; }
}
"""
    listed = "- func: fill(Tensor self) -> Tensor\n  dispatch:\n    CPU: fill_cpu\n"
    files: dict[str, str | bytes] = {"native/fill.cpp": text, "native_functions.yaml": listed}
    make_book(write_tree(tmp_path / "root", files), tmp_path / "book")
    with open_book(str(tmp_path / "book")) as book:
        answer = book.trace("fill_frame")
        assert isinstance(answer, TraceAnswer)
        assert [symbol.name for symbol in answer.subjects] == ["aten::fill"]
        # Another namespace is not meant.
        assert not isinstance(book.trace("other::fill"), TraceAnswer)
