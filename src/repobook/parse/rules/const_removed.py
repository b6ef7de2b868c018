"""Casts that take const away."""

from repobook.parse.rule import C_FAMILY, Rule, calls

RULE = Rule(
    C_FAMILY,
    "info",
    "correctness",
    "const_cast takes const away: writing to what was made const is undefined",
    # Calling the const overload and casting its answer back is the usual idiom, and safe.
    (calls("const_cast", after=rb"\s*<(?![^>]{0,200}\bconst\b)(?!\s*decltype)"),),
    fires=(("C++", "void f(const T *a) { const_cast<T *>(a)->g(); }\n"),),
    quiet=(("C++", "void f(T *a) { static_cast<T *>(a)->g(); const_cast<const T *>(a); }\n"),),
)
