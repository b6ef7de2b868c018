"""Exceptions that are caught and forgotten without a word."""

from typing import Final

from repobook.findings.rule import C_FAMILY, JAVASCRIPT, Rule, code

# The names by which checkers of style know that it is meant: ``ignored``, ``expected``, ``_``.
_SAYS_WHY: Final = rb"(?:_\s{0,9}:|[^()\n]{0,200}\b(?:expected|ignored?|unused))"

RULE = Rule(
    C_FAMILY | JAVASCRIPT | {"Java", "Kotlin"},
    "warning",
    "correctness",
    "whatever went wrong is forgotten without a word",
    # A comment inside says why, and so does a name; then it is no finding.
    (code(rb"\bcatch\s*(?:\((?!%s)[^()\n]{0,200}\)\s*)?\{\s*\}" % _SAYS_WHY, b"catch"),),
    fires=(
        ("C++", "void f() { try { g(); } catch (...) {} }\n"),
        ("JavaScript", "try { a() } catch {\n}\n"),
        ("Java", "class A { void f() { try { g(); } catch (Exception e) { } } }\n"),
    ),
    quiet=(
        ("C++", "void f() { try { g(); } catch (...) { /* none is fine */ } }\n"),
        ("JavaScript", "promise.catch(() => {})\n// try {} catch {}\n"),
        ("Java", "class A { void f() { try { g(); } catch (Exception ignored) { } } }\n"),
        ("Kotlin", "fun f() { try { g() } catch (_: IOException) {\n} }\n"),
        ("Kotlin", "fun f() { try { g() } catch (expected: IOException) {\n} }\n"),
    ),
)
