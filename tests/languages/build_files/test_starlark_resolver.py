"""Starlark: labels, loads and files of a small workspace."""

from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

WORKSPACE = {
    "BUILD.bazel": """load("//tools:defs.bzl", "my_library", short = "long_name")
load("@rules_cc//cc:defs.bzl", "cc_tool")
my_library(
    name = "core",
    srcs = ["src/a.cc", "gone.cc"] + glob(["src/*.h"]),
    deps = [":util", "//pkg", "//pkg:made_by_macro", "//pkg:data.txt", "@boost//:asio", "//no:x",
            "cell//pkg:pkg"],
    copts = OPTIONS,
)
cc_library(name = "util")
OPTIONS = ["-O2"]
short()
cc_tool.run()
undefined_rule()
""",
    "tools/defs.bzl": """load(":inner.bzl", _x = "inner_rule", "long_name")
def my_library(name):
    _x()
""",
    "tools/inner.bzl": """def inner_rule():
    pass
long_name = rule(implementation = inner_rule)
""",
    "tools/BUILD.bazel": "",
    "pkg/BUILD.bazel": 'py_library(name = "pkg")\n',
    "pkg/data.txt": "",
    "src/a.cc": "",
    "src/b.h": "",
    "lists.bzl": 'SRCS = ["src/a.cc", ":core", ":elsewhere"]\n',
}


def test_loads_lead_to_what_is_defined_even_through_another_file() -> None:
    found = links_by_name(WORKSPACE, "BUILD.bazel")
    assert found["//tools:defs.bzl:my_library"] == Link(("tools/defs.bzl::my_library",), "exact")
    assert found["//tools:defs.bzl:long_name"] == Link(("tools/inner.bzl::long_name",), "exact")
    assert found["@rules_cc//cc:defs.bzl:cc_tool"] == EXTERNAL
    assert found["short"] == Link(("tools/inner.bzl::long_name",), "exact")
    assert found["cc_tool.run"] == EXTERNAL


def test_labels_lead_to_targets_files_and_packages() -> None:
    found = links_by_name(WORKSPACE, "BUILD.bazel")
    assert found[":util"] == Link(("BUILD.bazel::util",), "exact")
    assert found["//pkg"] == Link(("pkg/BUILD.bazel::pkg",), "exact")
    assert found["//pkg:data.txt"] == Link(("pkg/data.txt",), "exact")
    by_package = Link(("pkg/BUILD.bazel",), "inferred", "package of the label")
    assert found["//pkg:made_by_macro"] == by_package
    assert (found["@boost//:asio"], found["//no:x"]) == (EXTERNAL, UNKNOWN)
    assert found["cell//pkg:pkg"] == EXTERNAL


def test_the_root_at_which_a_label_is_defined_comes_before_nearer_ones() -> None:
    files = {
        "docs/BUCK": 'x(deps = ["//lib:a", "//lib:b"])\n',
        "docs/lib/BUCK": 'x(name = "b")\n',
        "lib/BUCK": 'x(name = "a")\nx(name = "b")\n',
    }
    found = links_by_name(files, "docs/BUCK")
    assert found["//lib:a"] == Link(("lib/BUCK::a",), "exact")
    assert found["//lib:b"] == Link(("docs/lib/BUCK::b",), "exact")


def test_sources_and_patterns_of_a_package() -> None:
    found = links_by_name(WORKSPACE, "BUILD.bazel")
    assert found["src/a.cc"] == Link(("src/a.cc",), "exact")
    assert found["src/*.h"] == Link(("src/b.h",), "inferred", "matches the pattern")
    assert found["gone.cc"] == UNKNOWN


def test_a_file_of_macros_does_not_know_who_calls_it() -> None:
    found = links_by_name(WORKSPACE, "lists.bzl")
    assert found["src/a.cc"] == Link(("src/a.cc",), "inferred", "path from a folder around")
    assert found[":core"] == Link(("BUILD.bazel::core",), "exact")
    assert found[":elsewhere"] == DYNAMIC


def test_names_of_the_file_and_of_the_language() -> None:
    found = links_by_name(WORKSPACE, "BUILD.bazel")
    assert found["OPTIONS"] == Link(("BUILD.bazel::OPTIONS",), "exact")
    assert (found["cc_library"], found["undefined_rule"]) == (BUILTIN, UNKNOWN)


def test_files_that_load_each_other_end() -> None:
    files = {
        "a.bzl": 'load(":b.bzl", "x")\nx()\n',
        "b.bzl": 'load(":a.bzl", "x")\n',
        "BUILD": "",
    }
    assert links_by_name(files, "a.bzl")[":b.bzl:x"].confidence == "exact"
