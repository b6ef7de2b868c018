"""A small library with the shapes of PyTorch: a file of each kind that its pack reads."""

FILES: dict[str, str | bytes] = {
    "aten/native/BinaryOps.cpp": """\
#include <ATen/native/BinaryOps.h>

namespace at::meta {
TORCH_META_FUNC2(add, Tensor)(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  build(self, other);
}
} // namespace at::meta

namespace at::native {

DEFINE_DISPATCH(add_stub);
DEFINE_DISPATCH(acos_stub);

// See TORCH_IMPL_FUNC(mul_out) elsewhere.
TORCH_IMPL_FUNC(add_out)
(const Tensor& self, const Tensor& other, const Scalar& alpha, const Tensor& result) {
  add_stub(device_type(), *this, alpha);
}

Tensor add(const Tensor& self, const Scalar& other) {
  return self;
}

Tensor add(const Tensor& self, const Tensor& other) {
  return self;
}

Tensor linear(const Tensor& input, const Tensor& weight) {
  return input;
}

#define UNARY_IMPL_FUNC(func_out, func_stub)                     \\
TORCH_IMPL_FUNC(func_out) (const Tensor& self, const Tensor& result) { \\
  func_stub(device_type(), *this);                               \\
}
UNARY_IMPL_FUNC(acos_out, acos_stub)

} // namespace at::native
""",
    "aten/native/BinaryOps.h": """\
#pragma once
namespace at::native {
using add_fn = void (*)(TensorIterator&, const Scalar&);
DECLARE_DISPATCH(add_fn, add_stub)
} // namespace at::native
""",
    "aten/native/Sparse.cpp": """\
#include <TORCH_NOTHING.h>

namespace at::native {

Tensor add_sparse(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return self;
}

#define SPARSE_FUNCTIONAL(op_name)                 \\
  Tensor op_name##_sparse(const Tensor& self) {    \\
    return self.op_name();                         \\
  }

#define SPARSE(op_name)                            \\
  SPARSE_FUNCTIONAL(op_name)                       \\
  Tensor& op_name##_sparse_(Tensor& self) {        \\
    return self;                                   \\
  }

SPARSE(abs)

} // namespace at::native
""",
    "aten/native/cpu/BinaryOpsKernel.cpp": """\
#include <ATen/native/BinaryOps.h>

namespace at::native {
namespace {
void add_kernel(TensorIterator& iter, const Scalar& alpha) {
  loop(iter);
}
void acos_kernel(TensorIterator& iter) {
  loop(iter);
}
} // namespace

REGISTER_DISPATCH(add_stub, &add_kernel)
ALSO_REGISTER_AVX512_DISPATCH(acos_stub, &acos_kernel)
} // namespace at::native
""",
    "aten/native/cuda/BinaryOps.cu": """\
#include <ATen/native/BinaryOps.h>

namespace at::native {
void add_kernel_cuda(TensorIterator& iter, const Scalar& alpha) {
  launch(iter);
}

REGISTER_DISPATCH(add_stub, &add_kernel_cuda)
} // namespace at::native
""",
    "aten/native/native_functions.yaml": """\
# Operators of a small library.
- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  structured_delegate: add.out
  variants: function, method
  dispatch:
    SparseCPU, SparseCUDA: add_sparse   # of two sparse ones

- func: add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU, CUDA: add_out
    MTIA: add_out_mtia

- func: add.Scalar(Tensor self, Scalar other) -> Tensor
  variants: function
  dispatch:
    CompositeExplicitAutograd: add
  autogen: add.Scalar_out

- func: acos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU, CUDA: acos_out

- func: linear(Tensor input, Tensor weight) -> Tensor
  python_module: nn

- func: abs(Tensor self) -> Tensor
  dispatch:
    SparseCPU: abs_sparse

- func: only_in_python(Tensor self) -> Tensor
  dispatch: {}

- func: alias_copy(Tensor self) -> Tensor
  dispatch:
    CompositeExplicitAutogradNonFunctional: alias_copy
""",
    "lib/qlinear.cpp": """\
#include <torch/library.h>

namespace {

class PackWeight final {
 public:
  static int run(Tensor weight) {
    return pack(weight);
  }
};

TORCH_LIBRARY(sparse, m) {
  m.def(TORCH_SELECTIVE_SCHEMA(
      "sparse::qlinear_prepack(Tensor W, Tensor? B=None) -> int"));
  m.def("qlinear(Tensor X, int W) -> Tensor");
}

TORCH_LIBRARY_IMPL(sparse, QuantizedCPU, m) {
  m.impl(TORCH_SELECTIVE_NAME("sparse::qlinear_prepack"), TORCH_FN(PackWeight::run));
  m.impl("qlinear", [](Tensor X, int W) { return X; });
}

TORCH_LIBRARY_IMPL(aten, Autocast, m) {
  m.impl("add.Tensor", torch::CppFunction::makeFallthrough());
}

} // namespace
""",
    "test/test_ops.py": """\
\"\"\"Tests that call operators.\"\"\"

import torch


def test_add():
    assert torch.ops.aten.add.Tensor(1, 2) == 3


def test_pack():
    assert torch.ops.sparse.qlinear_prepack(1)


INFOS = [OpInfo("nn.functional.linear")]
""",
    "tools/autograd/FunctionsManual.cpp": """\
namespace torch::autograd::generated::details {

Tensor handle_r_to_c(ScalarType self_st, Tensor gradient) {
  return gradient;
}

} // namespace torch::autograd::generated::details
""",
    "tools/autograd/derivatives.yaml": """\
- name: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  self: handle_r_to_c(self.scalar_type(), grad)
  other: grad * alpha

- name: linear(Tensor input, Tensor weight) -> Tensor
  output_differentiability: [True]
  dispatch:
    Default:
      input, weight: linear_backward(grad, input)

- name: add.Scalar(Tensor self, Scalar other) -> Tensor
  aten: add(self, other)
""",
    "torch/custom.py": """\
\"\"\"Operators that are written in Python.\"\"\"

import torch
from torch import Tensor

lib = torch.library.Library("mine", "FRAGMENT")
lib.define("double(Tensor x) -> Tensor")


@torch.library.impl(lib, "double", "CPU")
def double_cpu(x: Tensor) -> Tensor:
    return x + x


class Scan(HigherOrderOperator):
    def __init__(self):
        super().__init__("scan")


scan = Scan()


@scan.py_impl(DispatchKey.Autograd)
def scan_autograd(f, xs):
    return f(xs)


@scan.py_functionalize_impl
def scan_functional(ctx, f, xs):
    return f(xs)


@torch.library.custom_op("mine::triple", mutates_args=())
def triple(x: Tensor) -> Tensor:
    return 3 * x


@torch.library.register_fake("mine::triple")
def triple_fake(x):
    return x
""",
    "torch/decompositions.py": """\
\"\"\"Operators in terms of others.\"\"\"

import torch
from torch.registry import make_fallback, register_decomposition, register_lowering, register_meta

aten = torch.ops.aten


@register_decomposition([aten.add.Tensor, aten.abs])
@wrapped()
def add(a, b):
    return a.sub(-b)


@register_meta(aten.linear.default)
def linear_meta(input, weight):
    return input


def lower(x):
    return x


register_lowering(aten.add)(lower)
make_fallback(aten.acos.out)


@aten.abs.default.py_impl(DispatchKey.CompositeImplicitAutograd)
def abs_in_python(x):
    return x
""",
    "torch/nn/functional.py": """\
\"\"\"Functions of layers.\"\"\"

import torch

linear = _add_docstr(torch._C._nn.linear, "Applies a linear map.")
""",
}
BOUND: dict[str, str] = {
    "aten/native/BinaryOps.cpp": """\
17: add_stub stub-call
  BinaryOps.cpp DEFINE_DISPATCH.add_stub
36: acos_stub stub-call
  BinaryOps.cpp DEFINE_DISPATCH.acos_stub
""",
    "aten/native/cpu/BinaryOpsKernel.cpp": """\
13: add_stub stub CPU
  BinaryOps.cpp DEFINE_DISPATCH.add_stub
13: add_stub stub CPU
  BinaryOpsKernel.cpp at.native.add_kernel
14: acos_stub stub CPU
  BinaryOps.cpp DEFINE_DISPATCH.acos_stub
14: acos_stub stub CPU
  BinaryOpsKernel.cpp at.native.acos_kernel
""",
    "aten/native/cuda/BinaryOps.cu": """\
8: add_stub stub CUDA
  BinaryOps.cpp DEFINE_DISPATCH.add_stub
8: add_stub stub CUDA
  BinaryOps.cu at.native.add_kernel_cuda
""",
    "aten/native/native_functions.yaml": """\
3: aten::add.Tensor delegate aten::add.out
  native_functions.yaml aten::add.out
3: aten::add.Tensor meta
  BinaryOps.cpp TORCH_META_FUNC.add_Tensor
4: aten::add.Tensor python torch.add, torch.Tensor.add
  native_functions.yaml aten::add.Tensor
6: aten::add.Tensor dispatch SparseCPU, SparseCUDA
  Sparse.cpp at.native.add_sparse
11: aten::add.out structured CPU, CUDA
  BinaryOps.cpp TORCH_IMPL_FUNC.add_out
12: aten::add.out structured MTIA
  nowhere: backend out of tree
15: aten::add.Scalar python torch.add
  native_functions.yaml aten::add.Scalar
17: aten::add.Scalar dispatch CompositeExplicitAutograd
  BinaryOps.cpp at.native.add
18: aten::add.Scalar_out generated from aten::add.Scalar
  native_functions.yaml aten::add.Scalar_out
23: aten::acos.out structured CPU, CUDA
  BinaryOps.cpp TORCH_IMPL_FUNC.acos_out
25: aten::linear dispatch CompositeImplicitAutograd
  BinaryOps.cpp at.native.linear
25: aten::linear python torch._C._nn.linear
  native_functions.yaml aten::linear
28: aten::abs python torch.abs
  native_functions.yaml aten::abs
30: aten::abs dispatch SparseCPU
  Sparse.cpp SPARSE.abs_sparse
32: aten::only_in_python python torch.only_in_python
  native_functions.yaml aten::only_in_python
35: aten::alias_copy python torch.alias_copy
  native_functions.yaml aten::alias_copy
37: aten::alias_copy dispatch CompositeExplicitAutogradNonFunctional
  nowhere: generated at build time
""",
    "lib/qlinear.cpp": """\
19: sparse::qlinear_prepack registration QuantizedCPU
  qlinear.cpp sparse::qlinear_prepack
19: sparse::qlinear_prepack registration QuantizedCPU in PackWeight
  qlinear.cpp PackWeight.run
20: sparse::qlinear registration QuantizedCPU lambda
  qlinear.cpp sparse::qlinear
24: aten::add.Tensor autocast Autocast fallthrough
  native_functions.yaml aten::add.Tensor
""",
    "test/test_ops.py": """\
7: aten::add.Tensor use
  native_functions.yaml aten::add.Tensor
11: sparse::qlinear_prepack use
  qlinear.cpp sparse::qlinear_prepack
14: aten::linear test-info
  native_functions.yaml aten::linear
""",
    "tools/autograd/derivatives.yaml": """\
1: aten::add.Tensor autograd self, other
  native_functions.yaml aten::add.Tensor
2: aten::add.Tensor formula self calls handle_r_to_c
  FunctionsManual.cpp torch.autograd.generated.details.handle_r_to_c
5: aten::linear autograd input, weight
  native_functions.yaml aten::linear
9: aten::linear formula input, weight calls linear_backward
  nowhere: no definition in the tree
""",
    "torch/custom.py": """\
10: mine::double registration CPU
  custom.py double_cpu
10: mine::double registration CPU
  custom.py mine::double
20: higher_order::scan holder
  custom.py scan
23: higher_order::scan python-kernel Autograd
  custom.py higher_order::scan
23: higher_order::scan python-kernel Autograd
  custom.py scan_autograd
28: higher_order::scan python-kernel functionalize
  custom.py higher_order::scan
28: higher_order::scan python-kernel functionalize
  custom.py scan_functional
33: mine::triple registration CompositeExplicitAutograd
  custom.py mine::triple
33: mine::triple registration CompositeExplicitAutograd
  custom.py triple
38: mine::triple meta
  custom.py mine::triple
38: mine::triple meta
  custom.py triple_fake
""",
    "torch/decompositions.py": """\
9: aten::abs decomposition
  decompositions.py add
9: aten::abs decomposition
  native_functions.yaml aten::abs
9: aten::add.Tensor decomposition
  decompositions.py add
9: aten::add.Tensor decomposition
  native_functions.yaml aten::add.Tensor
15: aten::linear meta
  decompositions.py linear_meta
15: aten::linear meta
  native_functions.yaml aten::linear
24: aten::add lowering
  decompositions.py lower
24: aten::add lowering
  native_functions.yaml aten::add.Scalar
  native_functions.yaml aten::add.Scalar_out
  native_functions.yaml aten::add.Tensor
  native_functions.yaml aten::add.out
25: aten::acos.out lowering fallback
  native_functions.yaml aten::acos.out
28: aten::abs python-kernel CompositeImplicitAutograd
  decompositions.py abs_in_python
28: aten::abs python-kernel CompositeImplicitAutograd
  native_functions.yaml aten::abs
""",
    "torch/nn/functional.py": """\
5: aten::linear entry torch._C._nn.linear
  native_functions.yaml aten::linear
""",
}
"""What each file binds, line by line, and where that leads."""
