"""Exceptions that are caught and forgotten without a word."""

from collections.abc import Iterable
from typing import Final

from repobook.findings.rule import C_FAMILY, JAVASCRIPT, File, Hit, Rule, code

# The names by which checkers of style know that it is meant: ``ignored``, ``expected``, ``_err``.
_SAYS_WHY: Final = rb"(?:_\w{0,40}\s{0,9}[:)]|[^()\n]{0,200}\b(?:expected|ignored?|unused))"

# A comment inside says why, and so does a name; then it is no finding.
_swallowed = code(rb"\bcatch\s*(?:\((?!%s)[^()\n]{0,200}\)\s*)?\{\s*\}" % _SAYS_WHY, b"catch")


def _without_another_plan(file: File) -> Iterable[Hit]:
    """What ends in `return` where it works out has another plan below for when it does not."""
    for hit in _swallowed(file):
        if not _returns_above(file, hit.line) and not _in_destructor(file, hit.line):
            yield hit


def _in_destructor(file: File, line: int) -> bool:
    """An exception that leaves it ends the program."""
    return any(
        definition.name.startswith("~") and definition.line <= line <= definition.end_line
        for definition in file.facts.definitions
    )


def _returns_above(file: File, line: int) -> bool:
    lines = file.source.lines
    while line > 1 and b"catch" in lines[line - 1]:
        line -= 1
    return lines[line - 1].lstrip().startswith(b"return")


RULE = Rule(
    C_FAMILY | JAVASCRIPT | {"Java", "Kotlin"},
    "warning",
    "correctness",
    "the exception is caught and silently ignored",
    (_without_another_plan,),
    fires=(
        ("C++", "void f() { try { g(); } catch (...) {} }\n"),
        ("JavaScript", "try { a() } catch {\n}\n"),
        ("Java", "class A { void f() { try { g(); } catch (Exception e) { } } }\n"),
    ),
    quiet=(
        ("C++", "void f() { try { g(); } catch (...) { /* none is fine */ } }\n"),
        (
            "C++",
            "int f() {\n  try {\n    return g();\n  } catch (A&) {\n  } catch (B&) {\n  }\n}\n",
        ),
        ("C++", "A::~A() {\n  try {\n    flush();\n  } catch (...) {\n  }\n}\n"),
        ("C++", "struct A {\n  ~A() {\n    try { flush(); } catch (...) {\n    }\n  }\n};\n"),
        ("TypeScript", "try { a() } catch (_err: any) {}\ntry { a() } catch (_) {}\n"),
        ("JavaScript", "promise.catch(() => {})\n// try {} catch {}\n"),
        ("Java", "class A { void f() { try { g(); } catch (Exception ignored) { } } }\n"),
        ("Kotlin", "fun f() { try { g() } catch (_: IOException) {\n} }\n"),
        ("Kotlin", "fun f() { try { g() } catch (expected: IOException) {\n} }\n"),
    ),
)
