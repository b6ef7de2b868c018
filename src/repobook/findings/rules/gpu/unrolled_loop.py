"""Loops that the compiler is asked to unroll."""

from repobook.findings.rule import C_FAMILY, Rule, code

RULE = Rule(
    C_FAMILY,
    "fact",
    "performance",
    "loop unrolling pragma",
    (
        code(
            rb"#[ \t]*pragma[ \t]+(?:GCC[ \t]+|clang loop[ \t]+)?unroll\b(?!\s*\(disable)",
            b"unroll",
        ),
    ),
    fires=(("CUDA", "void f() {\n#pragma unroll\n  for (;;) {}\n}\n"),),
    quiet=(("C", "#pragma once\n// #pragma unroll\n"),),
)
