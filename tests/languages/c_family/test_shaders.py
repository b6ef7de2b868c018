"""Metal and GLSL: kernels, blocks and what they are qualified with."""

from repobook.languages import parse


def test_metal_kernels() -> None:
    code = b"""\
#include <metal_stdlib>
using namespace metal;
template <typename T>
kernel void scale(
    constant T* in [[buffer(0)]],
    device T* out,
    uint index [[thread_position_in_grid]]) {
  threadgroup T shared_data[32];
  out[index] = twice(in[index]);
}
inline float twice(thread float& x) { return 2 * x; }
"""
    facts = parse("Metal", code)
    assert [(d.kind, d.name, d.line, d.end_line) for d in facts.definitions] == [
        ("kernel", "scale", 4, 10),
        ("function", "twice", 11, 11),
    ]
    assert facts.definitions[1].signature == "inline float twice(thread float& x)"
    assert facts.diagnostics == ()


def test_glsl_blocks_and_globals() -> None:
    code = b"""\
#version 450 core
#define PRECISION ${PRECISION}
layout(std430) buffer;
layout(set = 0, binding = 0) uniform PRECISION restrict writeonly image3D uOutput;
layout(set = 0, binding = 2) uniform PRECISION restrict Block {
  ivec4 size;
} uBlock;
layout(local_size_x_id = 0) in;
$if not INPLACE:
  const int TILE = ${TILE[0]};
float f(in vec4 x, inout float y) { return g(x.xyz); }
"""
    facts = parse("GLSL", code)
    assert [(d.kind, d.qualname, d.line) for d in facts.definitions] == [
        ("macro", "PRECISION", 2),
        ("variable", "uOutput", 4),
        ("struct", "Block", 5),
        ("field", "Block.size", 6),
        ("variable", "uBlock", 7),
        ("constant", "TILE", 10),
        ("function", "f", 11),
    ]
    assert facts.diagnostics == ()
