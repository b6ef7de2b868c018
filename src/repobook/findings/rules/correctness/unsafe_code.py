"""Code whose memory the compiler does not check."""

from repobook.findings.rule import Rule, calls, code

RULE = Rule(
    frozenset(["Rust", "Go"]),
    "fact",
    "correctness",
    "the compiler does not check memory here",
    (
        code(rb"(?<!\w)unsafe\s*\{", b"unsafe"),
        calls("Pointer", of=("unsafe",)),
        calls("transmute", of=("", "mem", "std::mem", "core::mem")),
    ),
    fires=(
        ("Rust", "fn f() { unsafe { g() } }\n"),
        ("Go", 'package p\nimport "unsafe"\nvar p = unsafe.Pointer(q)\n'),
    ),
    quiet=(("Rust", "// unsafe { }\nfn not_unsafe() {}\n"),),
)
