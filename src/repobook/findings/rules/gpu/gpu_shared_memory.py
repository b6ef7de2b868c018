"""Memory that the threads of a block share on a GPU."""

from repobook.findings.rule import C_FAMILY, Rule, code

RULE = Rule(
    C_FAMILY,
    "fact",
    "performance",
    "memory shared by the threads of a block",
    (code(rb"\b__shared__\b(?!\s*\()", b"__shared__"),),
    fires=(("CUDA", "__global__ void k() { __shared__ float a[32]; }\n"),),
    quiet=(("CUDA", "// __shared__ float a[32];\n__global__ void k() {}\n"),),
)
