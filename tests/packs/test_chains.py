"""Whole chains: from a public operator through its internal ones to what compiles, fills and tests
the code."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook import Book, open_book
from repobook.ask.references.references_answer import UsesAnswer
from repobook.ask.tests.tests_answer import CoveringTests
from repobook.ask.trace.trace_answer import TraceAnswer
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree

_YAML = "aten/native/native_functions.yaml"
FILES: dict[str, str | bytes] = {
    _YAML: """\
- func: attention(Tensor q, Tensor k) -> Tensor
  python_module: nn

- func: _flash_attention(Tensor q, Tensor k) -> Tensor
  dispatch:
    CPU: flash_attention_cpu

- func: _flash_attention_backward(Tensor grad) -> Tensor
  dispatch:
    CPU: flash_attention_backward_cpu

- func: put_(Tensor(a!) self, Tensor values) -> Tensor(a!)
  variants: method
  dispatch:
    CPU: put_

- func: put(Tensor self, Tensor values) -> Tensor
""",
    "tools/autograd/derivatives.yaml": """\
- name: _flash_attention(Tensor q, Tensor k) -> Tensor
  q, k: _flash_attention_backward(grad)

- name: put(Tensor self, Tensor values) -> Tensor
  self: grad.put(values)
""",
    "aten/native/attention.cpp": """\
namespace at::native {

DEFINE_DISPATCH(flash_kernel);

static Tensor checked(const Tensor& q) {
  flash_kernel(kCPU, q);
  return q;
}

Tensor attention(const Tensor& q, const Tensor& k) {
  return at::_flash_attention(q, k);
}

Tensor flash_attention_cpu(const Tensor& q, const Tensor& k) {
  return checked(q);
}

Tensor flash_attention_backward_cpu(const Tensor& grad) {
  return grad;
}

Tensor& put_(Tensor& self, const Tensor& values) {
  return self;
}

} // namespace at::native
#include <ATen/ATen.h>
""",
    "aten/native/cpu/FlashKernel.cpp": """\
namespace at::native {
namespace {
void flash_kernel_impl(const Tensor& q) {
  work(q);
}
} // namespace
ALSO_REGISTER_AVX512_DISPATCH(flash_kernel, &flash_kernel_impl)
} // namespace at::native
#include <ATen/ATen.h>
""",
    "aten/autocast.h": """\
using at::Tensor;
#define AT_FORALL_LOWER_PRECISION_FP(_) \\
  _(attention)                          \\
  _(put, values)
#include <ATen/ATen.h>
""",
    "aten/autocast.cpp": """\
TORCH_LIBRARY_IMPL(aten, AutocastCPU, m) {
  // KERNEL_CPU(put_, fp32)
  KERNEL_CPU(attention, lower_precision_fp)
}
TORCH_LIBRARY_IMPL(aten, FuncTorchBatched, m) {
  POINTWISE_BOXED(attention);
}
""",
    "csrc/collectives.cpp": """\
namespace c10d {
Tensor all_reduce(const Tensor& input) {
  return input;
}
Tensor send_cpu(const Tensor& input) {
  return input;
}
#define REGISTER_OP(FUNC, DEVICE)        \\
  TORCH_LIBRARY_IMPL(_c10d, DEVICE, m) { \\
    m.impl(#FUNC, FUNC##_cpu);           \\
  }
REGISTER_OP(send, CPU)
} // namespace c10d
TORCH_LIBRARY(_c10d, m) {
  m.def(
      "all_reduce(Tensor input) -> Tensor",
      torch::dispatch(c10::DispatchKey::CompositeExplicitAutograd, c10d::all_reduce),
      {at::Tag::pt2_compliant_tag});
  m.def("send(Tensor input) -> Tensor");
}
""",
    "build.bzl": 'srcs = [\n    "aten/native/attention.cpp",\n]\n',
    "torch/__init__.py": """\
class Tensor: pass

def __getattr__(name):
    return getattr(_C._VariableFunctions, name)
""",
    "torch/functional.py": """\
import torch

attention = _add_docstr(torch._C._nn.attention, "words")
""",
    "torch/registered.py": """\
import torch
from torch.library import Library

aten = torch.ops.aten
lib = Library("mine", "FRAGMENT")
lib.define(
    \"\"\"
    gather(Tensor[] inputs,
      int rank) -> Tensor
    \"\"\"
)


@register_flop_formula([aten._flash_attention, aten.put])
def flops(shape):
    return 1


@_onnx_symbolic("aten::attention")
def symbolic(g):
    return g
""",
    "torch/flex/op.py": """\
class Flex(HigherOrderOperator):
    def __init__(self):
        super().__init__("flex")


flex = Flex()
import torch
""",
    "torch/flex/lowering.py": """\
from .op import flex

flex_template = TritonTemplate(
    name="flex",
    source=load_template("forward") + load_template("common"),
)


@register_lowering(flex)
def lower(x):
    return fill(x)


def fill(x):
    return flex_template.choose(x)


lowered = torch.ops.higher_order.flex
register_lowering(torch.ops.higher_order.flex)(lower)
import torch
""",
    "torch/nested.py": """\
import torch

def attend(q: torch.Tensor, k):
    return torch._flash_attention(torch.put(q, k), k)

def store(q: torch.Tensor, k, other):
    other.put(k)
    return q.put_(k), torch.absent(k)
""",
    "test/test_put.py": """\
import torch

def test_it_puts():
    assert torch.put(1, 2) == 2
""",
    "torch/flex/templates/forward.py.jinja": "{{def_kernel()}}\n",
    "torch/flex/templates/common.py.jinja": "{{common()}}\n",
    "torch/infos.py": """\
op_db = [
    OpInfo("put",
           dtypes=()),
]
import torch
""",
    "test/test_all.py": """\
from torch.functional import attention
from torch.flex.op import flex
from torch.infos import op_db


def test_attention():
    assert attention(1, 2)


@ops(op_db)
def test_every(op):
    assert flex(op)
""",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    folder = tmp_path_factory.mktemp("chains")
    make_book(write_tree(folder / "library", FILES), folder / "book")
    with open_book(str(folder / "book")) as opened:
        yield opened


def _trace(book: Book, name: str) -> TraceAnswer:
    answer = book.trace(name)
    assert isinstance(answer, TraceAnswer)
    return answer


def _steps(answer: TraceAnswer, *stages: str) -> list[str]:
    return [
        f"{hop.detail}: {hop.target_path or hop.path}:{hop.target_line or hop.line}"
        for stage in answer.stages
        if stage.name in stages
        for hop in stage.hops
    ]


def test_internal_operators_and_their_backward_are_parts_of_the_chain(book: Book) -> None:
    answer = _trace(book, "torch.functional.attention")
    names = [symbol.qualname for symbol in answer.subjects]
    assert names == ["aten::attention", "aten::_flash_attention", "aten::_flash_attention_backward"]
    assert _steps(answer, "dispatch") == [
        "CompositeImplicitAutograd: aten/native/attention.cpp:10",
        "CPU: aten/native/attention.cpp:14",
        "CPU: aten/native/attention.cpp:18",
    ]


def test_a_stub_of_any_name_is_followed_through_a_helper(book: Book) -> None:
    answer = _trace(book, "aten::_flash_attention")
    assert _steps(answer, "stub") == ["CPU: aten/native/cpu/FlashKernel.cpp:3"]
    assert "at.native.flash_attention_cpu: aten/native/attention.cpp:5" in _steps(
        answer, "functions"
    )
    assert _trace(book, "flash_kernel_impl").subjects[0].qualname == "aten::_flash_attention"


def test_lists_and_macros_register_for_autocast_and_batching(book: Book) -> None:
    answer = _trace(book, "aten::attention")
    assert _steps(answer, "autocast") == [
        "AutocastCPU lower_precision_fp: aten/autocast.cpp:3",
        "lower_precision_fp: aten/autocast.h:3",
    ]
    assert _steps(answer, "registration") == [
        "FuncTorchBatched by POINTWISE_BOXED: aten/autocast.cpp:6"
    ]


def test_a_dispatch_key_is_read_from_the_definition(book: Book) -> None:
    answer = _trace(book, "_c10d::all_reduce")
    assert _steps(answer, "registration") == ["CompositeExplicitAutograd: csrc/collectives.cpp:2"]


def test_a_macro_may_spell_the_name_of_its_operator(book: Book) -> None:
    answer = _trace(book, "_c10d::send")
    assert _steps(answer, "registration") == ["CPU: csrc/collectives.cpp:5"]


def test_any_decorator_that_is_given_operators_registers(book: Book) -> None:
    assert _steps(_trace(book, "aten::_flash_attention"), "python-registration") == [
        "register_flop_formula: torch/registered.py:15"
    ]
    assert "_onnx_symbolic: torch/registered.py:20" in _steps(
        _trace(book, "aten::attention"), "python-registration"
    )


def test_a_schema_on_several_lines_defines_an_operator(book: Book) -> None:
    operator = _trace(book, "mine::gather").subjects[0]
    assert operator.signature == "gather(Tensor[] inputs, int rank) -> Tensor"


def test_lowerings_lead_to_the_templates_that_they_fill(book: Book) -> None:
    assert _steps(_trace(book, "higher_order::flex"), "template") == [
        "TritonTemplate: torch/flex/templates/common.py.jinja:1",
        "TritonTemplate: torch/flex/templates/forward.py.jinja:1",
    ]


def test_who_uses_the_name_in_python_uses_the_operator(book: Book) -> None:
    for name in ("aten::attention", "higher_order::flex"):
        assert [use.path for use in _trace(book, name).tests] == ["test/test_all.py"]


def test_an_operator_in_place_has_formulas_and_descriptions_of_its_twin(book: Book) -> None:
    answer = _trace(book, "aten::put_")
    assert _steps(answer, "autograd") == ["self: tools/autograd/derivatives.yaml:4"]
    assert _steps(answer, "test-info") == [": torch/infos.py:2"]
    assert _steps(answer, "described-test") == [": test/test_all.py:3"]


def test_what_compiles_a_kernel_is_named(book: Book) -> None:
    assert _steps(_trace(book, "aten::put_"), "build") == ["attention.cpp: build.bzl:2"]


def test_a_table_lists_operators_with_their_kernels(book: Book) -> None:
    pages = Path(book.path) / "markdown"
    rows = [line for line in (pages / "operators.md").read_text().splitlines() if "put" in line]
    assert len(rows) == 1
    assert "[`aten::put`](operators_aten_put.md) | 2 |" in rows[0]
    assert "(operators.md)" in (pages / "index.md").read_text()


def test_a_family_has_a_page_from_its_overloads_to_its_tests(book: Book) -> None:
    page = (Path(book.path) / "markdown" / "operators_aten_put.md").read_text()
    assert "`put_(Tensor(a!) self, Tensor values) -> Tensor(a!)`" in page
    kernel = next(line for line in page.splitlines() if line.startswith("| CPU |"))
    assert "`put_`" in kernel
    assert "aten/native/attention.cpp" in kernel
    assert "| Autograd | self |" in page
    assert "repobook trace aten::put" in page


def test_pages_of_operators_follow_edits_of_kernels_and_tests(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "library", FILES)
    make_book(tree, tmp_path / "book")
    kernels = tree / "aten/native/attention.cpp"
    kernels.write_text("// moved down\n" + kernels.read_text())
    make_book(tree, tmp_path / "book")
    tests = tree / "test/test_all.py"
    tests.write_text(tests.read_text() + "\ntorch.ops.aten.put(1, 2)\n")
    make_book(tree, tmp_path / "book")
    make_book(tree, tmp_path / "full")
    assert_same_book(tmp_path / "book", tmp_path / "full")
    page = (tmp_path / "book/markdown/operators_aten_put.md").read_text()
    assert "test/test_all.py" in page


@pytest.mark.parametrize(
    ("place", "operators"),
    [
        ("torch/nested.py:4", {"aten::_flash_attention", "aten::_flash_attention_backward"}),
        ("torch.nested.store", {"aten::put_"}),
    ],
)
def test_a_function_leads_to_the_operators_that_it_calls_by_their_names_in_python(
    book: Book, place: str, operators: set[str]
) -> None:
    assert {symbol.name for symbol in _trace(book, place).subjects} == operators


def test_calls_by_a_name_in_python_are_uses_of_an_operator(book: Book) -> None:
    uses = _trace(book, "aten::_flash_attention").uses
    assert ("torch/nested.py", 1, 4) in [(use.path, use.n, use.line) for use in uses]
    uses = _trace(book, "aten::put").uses
    assert ("torch/nested.py", 1, 4) in [(use.path, use.n, use.line) for use in uses]


def test_references_of_an_operator_have_its_calls_in_python(book: Book) -> None:
    answer = book.references("aten::put")
    assert isinstance(answer, UsesAnswer)
    sites = [(s.path, s.line, s.role, s.confidence, s.rule, s.within) for s in answer.sites]
    assert ("torch/nested.py", 4, "call", "inferred", "name in Python", "attend") in sites
    assert ("inferred", 2) in answer.by_confidence
    assert all(line != 7 for path, line, *_ in sites if path == "torch/nested.py")


def test_tests_that_call_an_operator_in_python_are_tests_of_it(book: Book) -> None:
    answer = book.tests("aten::put")
    assert isinstance(answer, CoveringTests)
    assert "test/test_put.py" in [test.path for test in answer.tests]


def test_a_template_that_appears_is_linked_as_in_a_full_build(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "library", FILES)
    (tree / "torch/flex/templates/forward.py.jinja").unlink()
    make_book(tree, tmp_path / "book")
    write_tree(tree, {"torch/flex/templates/forward.py.jinja": "{{other()}}\n"})
    make_book(tree, tmp_path / "book")
    make_book(tree, tmp_path / "full")
    assert_same_book(tmp_path / "book", tmp_path / "full")
