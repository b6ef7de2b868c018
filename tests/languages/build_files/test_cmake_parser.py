"""CMake: commands that define, import and use; quotes, brackets and comments."""

from functools import partial

import pytest

from repobook.languages import parse
from repobook.model.facts import FileFacts, Import, unpack_position
from tests.fakes.growth import assert_linear


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> dict[str, list[tuple[int, int]]]:
    return {
        r.name: [unpack_position(p) for p in r.positions]
        for r in facts.references
        if r.role == role
    }


def test_definitions_with_their_lines() -> None:
    code = b"""project(Demo)
option(USE_X "Use x" ON)
set(SRCS
  a.cc)
set(UNSET)
set(ENV{HOME} x)
FUNCTION(outer arg)
  set(local 1)
  macro(inner)
  endmacro()
  add_library(${arg} a.cc)
EndFunction()
add_executable(tool main.cc)
add_custom_target(docs.html)
add_test(NAME smoke COMMAND tool)
"""
    assert _outline(parse("CMake", code)) == [
        ("package", "Demo", 1, 1),
        ("variable", "USE_X", 2, 2),
        ("variable", "SRCS", 3, 4),
        ("function", "outer", 7, 12),
        ("macro", "outer.inner", 9, 10),
        ("target", "outer.${arg}", 11, 11),
        ("target", "tool", 13, 13),
        ("target", "docs.html", 14, 14),
        ("test", "smoke", 15, 15),
    ]


def test_signature_and_doc() -> None:
    code = b"""# Adds it.
# Twice.
function(add_it name)
endfunction()
option(USE_X "Use x" ON)
set(LEVEL 3 CACHE STRING "How much")
"""
    add_it, use_x, level = parse("CMake", code).definitions
    assert (add_it.signature, add_it.doc) == ("function(add_it name)", "Adds it.\nTwice.")
    assert (use_x.doc, level.doc) == ("Use x", "How much")


def test_imports() -> None:
    code = b'include(cmake/x.cmake)\nfind_package(Foo REQUIRED)\nadd_subdirectory("src")\n'
    assert parse("CMake", code).imports == (
        Import("cmake/x.cmake", "", "", "include", 1),
        Import("Foo", "FindFoo", "", "find_package", 2),
        Import("src", "", "", "add_subdirectory", 3),
    )


def test_arguments_that_name_files() -> None:
    code = b"""add_library(x a.cpp
  ${SRC_DIR}/b.cc "sub/c.h" ${LIST} lib/d.so @VERSION@)
cmake_minimum_required(VERSION 3.27)
set(VERSION 1.2.3)
file(GLOB_RECURSE ALL core/*.cpp ${X}/*\\.h)
"""
    facts = parse("CMake", code)
    assert facts.imports == (
        Import("a.cpp", "", "", "file", 1),
        Import("${SRC_DIR}/b.cc", "", "", "file", 2),
        Import("sub/c.h", "", "", "file", 2),
        Import("core/*.cpp", "", "", "glob_recurse", 5),
        Import("${X}/*.h", "", "", "glob_recurse", 5),
    )
    assert _outline(facts)[-1] == ("variable", "ALL", 5, 5)


def test_what_a_variable_or_an_alias_stands_for() -> None:
    code = b"""set(ROOT "${CMAKE_CURRENT_SOURCE_DIR}/..")
set(DIR ${ROOT}/x CACHE PATH "Where")
set(LIST a/b c/d)
set(LEVEL 3)
get_filename_component(UP "${CMAKE_CURRENT_LIST_FILE}" PATH)
add_library(a::b ALIAS b)
"""
    assert [(d.name, d.value) for d in parse("CMake", code).definitions] == [
        ("ROOT", "${CMAKE_CURRENT_SOURCE_DIR}/.."),
        ("DIR", "${ROOT}/x"),
        ("LIST", ""),
        ("LEVEL", ""),
        ("UP", "${CMAKE_CURRENT_LIST_FILE}/.."),
        ("a::b", "b"),
    ]


def test_targets_are_mentioned_by_the_commands_that_build_them() -> None:
    code = (
        b"target_sources(tool PRIVATE x.cc)\ntarget_link_libraries(tool PUBLIC fmt::fmt my-lib)\n"
    )
    assert _uses(parse("CMake", code), "mention") == {
        "tool": [(1, 15), (2, 22)],
        "fmt::fmt": [(2, 34)],
        "my-lib": [(2, 43)],
    }


def test_calls_and_mentions() -> None:
    code = b"""if(USE_X AND NOT "quoted")
  my_function(${SRCS} "a ${B}")
endif()
target_link_libraries(tool PRIVATE c10 -lm)
"""
    facts = parse("CMake", code)
    assert _uses(facts, "call") == {
        "if": [(1, 0)],
        "my_function": [(2, 2)],
        "endif": [(3, 0)],
        "target_link_libraries": [(4, 0)],
    }
    assert _uses(facts, "mention") == {
        "USE_X": [(1, 3)],
        "SRCS": [(2, 16)],
        "B": [(2, 27)],
        "tool": [(4, 22)],
        "c10": [(4, 35)],
    }


def test_text_in_brackets_quotes_and_comments_is_no_command() -> None:
    code = b"""#[==[ add_library(a) ]]
add_library(b) ]==]
message([=[ add_library(c) ]] ]=] "add_library(d)\\" )" # add_library(e)
)
add_library(f)
"""
    assert _outline(parse("CMake", code)) == [("target", "f", 5, 5)]


@pytest.mark.parametrize(
    ("code", "line"),
    [(b"set(a b)\nset(c\n", 2), (b"\n)\n", 2)],
)
def test_brackets_that_do_not_match_are_reported(code: bytes, line: int) -> None:
    assert [d.line for d in parse("CMake", code).diagnostics] == [line]


def test_function_that_never_ends_reaches_to_the_end() -> None:
    assert _outline(parse("CMake", b"function(f)\nset(a b)\n\n")) == [("function", "f", 1, 3)]


@pytest.mark.parametrize("piece", [b"(", b")", b'"', b"[[", b"#[[", b"\\", b"a(", b'a("', b"[="])
def test_hostile_repetition_is_linear(piece: bytes) -> None:
    assert_linear(partial(parse, "CMake"), lambda n: piece * n, 200_000)
