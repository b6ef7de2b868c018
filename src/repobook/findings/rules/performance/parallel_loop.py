"""Loops whose rounds run at the same time."""

from repobook.findings.rule import C_FAMILY, Rule, calls, code

_LANGUAGES = C_FAMILY | {"Java", "Kotlin", "Rust"}

RULE = Rule(
    _LANGUAGES,
    "fact",
    "performance",
    "runs iterations in parallel: {name}",
    (
        calls("parallel_for", "parallel_reduce", "parallel_for_each", of=("", "tbb")),
        calls("parallelStream", of=None),
        calls("par_iter", "into_par_iter", "par_iter_mut", "par_chunks", of=None),
        code(
            rb"#[ \t]*pragma[ \t]+(?P<name>omp[ \t]+(?:parallel|for|simd|sections)\b)",
            b"pragma omp",
        ),
    ),
    fires=(
        ("C++", "void f() { tbb::parallel_for(0, n, 1, g); }\n"),
        ("C++", "namespace tbb {\nvoid f() { tbb::parallel_for(0, n, 1, g); }\n}\n"),
        ("C", "void f() {\n#pragma omp parallel for\n  for (;;) {}\n}\n"),
        ("Rust", "fn f() { v.par_iter().sum() }\n"),
    ),
    quiet=(
        ("C++", "void parallel_for(int n);\nvoid f() { tbb::serial_for(0, n); }\n"),
        ("C++", "// #pragma omp parallel\n#pragma once\n"),
    ),
)
