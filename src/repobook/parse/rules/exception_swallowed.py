"""Exceptions that are caught and forgotten without a word."""

from repobook.parse.rule import C_FAMILY, JAVASCRIPT, Rule, code

RULE = Rule(
    C_FAMILY | JAVASCRIPT | {"Java", "Kotlin"},
    "warning",
    "correctness",
    "whatever went wrong is forgotten without a word",
    # A comment inside says why; then it is no finding.
    (code(rb"\bcatch\s*(?:\([^()\n]{0,200}\)\s*)?\{\s*\}", b"catch"),),
    fires=(
        ("C++", "void f() { try { g(); } catch (...) {} }\n"),
        ("JavaScript", "try { a() } catch {\n}\n"),
        ("Java", "class A { void f() { try { g(); } catch (Exception e) { } } }\n"),
    ),
    quiet=(
        ("C++", "void f() { try { g(); } catch (...) { /* none is fine */ } }\n"),
        ("JavaScript", "promise.catch(() => {})\n// try {} catch {}\n"),
    ),
)
