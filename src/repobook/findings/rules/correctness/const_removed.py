"""Casts that take const away."""

from repobook.findings.rule import C_FAMILY, Rule, code

RULE = Rule(
    C_FAMILY,
    "fact",
    "correctness",
    "const_cast removes const; writing to a const object is undefined behavior",
    (code(rb"const_cast\s*<(?![^>]{0,200}\bconst\b)", b"const_cast"),),
    fires=(("C++", "void f(const T *a) { const_cast<T *>(a)->g(); }\n"),),
    quiet=(
        ("C++", "void f(T *a) { static_cast<T *>(a)->g(); const_cast<const T *>(a); }\n"),
        ("C++", "// const_cast<T *>(a)\n"),
    ),
)
