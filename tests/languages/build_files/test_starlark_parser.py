"""Starlark: targets of BUILD files, macros, loads."""

from repobook.languages import parse
from repobook.model.facts import Import

BUILD = b'''"""What is built here."""
load("@rules//x:defs.bzl", "a", b = "c")
load(":local.bzl", "d")
# The library.
cc_library(
    name = "lib.v1",
    deps = [
        ":x",
        "//y:z",
    ],
)
native.cc_test(size = "small", name = "t")
LIMIT = 1
'''


def test_targets_are_named_by_their_name() -> None:
    facts = parse("Starlark", BUILD)
    assert [(d.kind, d.name, d.line, d.end_line) for d in facts.definitions] == [
        ("target", "lib.v1", 5, 11),
        ("target", "t", 12, 12),
        ("constant", "LIMIT", 13, 13),
    ]
    assert facts.definitions[0].signature == 'cc_library(name = "lib.v1")'
    assert facts.definitions[0].doc == "The library."
    assert facts.doc == "What is built here."


def test_loads_and_dependencies_are_imports() -> None:
    assert parse("Starlark", BUILD).imports == (
        Import("@rules//x:defs.bzl", "a", "", "load", 2),
        Import("@rules//x:defs.bzl", "c", "b", "load", 2),
        Import(":local.bzl", "d", "", "load", 3),
        Import(":x", "", "", "deps", 8),
        Import("//y:z", "", "", "deps", 9),
    )


def test_files_patterns_and_labels_in_lists_and_arguments() -> None:
    code = b"""SRCS = ["a/b.cpp", "-Wall", "c.h"]
py_binary(
    name = "tool.py",
    main = "main.py",
    srcs = glob(["*.py", "sub/**/*.py"]) + select({"//cond": ["x.py"]}),
    deps = ["plain", "@pip//numpy"],
    tags = ["manual"],
    visibility = ["//visibility:public", "//x:__subpackages__"],
)
"""
    assert parse("Starlark", code).imports == (
        Import("a/b.cpp", "", "", "file", 1),
        Import("c.h", "", "", "file", 1),
        Import("main.py", "", "", "file", 4),
        Import("*.py", "", "", "glob", 5),
        Import("sub/**/*.py", "", "", "glob_recurse", 5),
        Import("x.py", "", "", "file", 5),
        Import("plain", "", "", "deps", 6),
        Import("@pip//numpy", "", "", "deps", 6),
    )


def test_macros_with_docstrings() -> None:
    code = b'''def _impl(ctx,
          x = 1):
    """Runs it.

    More.
    """
    return ctx.actions.run(a.b, x = x)

my_rule = rule(implementation = _impl)
'''
    facts = parse("Starlark", code)
    impl, rule = facts.definitions
    assert (impl.kind, impl.line, impl.end_line, impl.exported) == ("function", 1, 7, False)
    assert (impl.signature, impl.doc) == ("def _impl(ctx, x = 1)", "Runs it.\n\nMore.")
    assert (rule.kind, rule.name, rule.line) == ("variable", "my_rule", 9)
    assert {(r.receiver, r.name, r.role) for r in facts.references} == {
        ("ctx.actions", "run", "call"),
        ("a", "b", "attribute"),
        ("", "rule", "call"),
        ("", "_impl", "mention"),
    }
