"""CUDA and HIP: kernels, their qualifiers and their launches."""

import pytest

from repobook.languages import parse

CODE = b"""\
template <typename T>
__global__ void __launch_bounds__(256)
scale(T* x, T a) {
  __shared__ T buffer[32];
}
__host__ __device__ inline float twice(float x) { return 2 * x; }
void run() {
  scale<float><<<grid, dim3(32, 1), 0, stream>>>(x, 2.f);
  plain<<<1, 2>>>(x);
  each(x, [=] GPU_LAMBDA(float a) -> float { return twice(a); });
}
"""


@pytest.mark.parametrize("language", ["CUDA", "HIP"])
def test_kernels_and_device_functions(language: str) -> None:
    facts = parse(language, CODE)
    assert [(d.kind, d.name, d.line, d.end_line) for d in facts.definitions] == [
        ("kernel", "scale", 3, 5),
        ("function", "twice", 6, 6),
        ("function", "run", 7, 11),
    ]
    assert facts.definitions[0].signature == (
        "template <typename T> __global__ void __launch_bounds__(256) scale(T* x, T a)"
    )
    assert facts.diagnostics == ()


@pytest.mark.parametrize("language", ["CUDA", "HIP"])
def test_a_launch_is_a_call(language: str) -> None:
    facts = parse(language, CODE)
    calls = {r.name for r in facts.references if r.role == "call"}
    assert calls == {"scale", "plain", "dim3", "each", "twice"}
