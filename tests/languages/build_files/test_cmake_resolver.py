"""CMake: a repository of a few files, and where the words of one of them lead."""

from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, FileEdge, Link, Unit
from repobook.resolve.edges import file_edges
from tests.fakes.growth import assert_linear
from tests.fakes.units import links, links_by_name, unit

ROOT = {
    "CMakeLists.txt": """project(demo)
include(cmake/helpers.cmake)
include(Warnings)
include(CTest)
find_package(Blas)
find_package(Threads)
add_subdirectory(src)
set(DEMO_ROOT "${CMAKE_CURRENT_SOURCE_DIR}")
option(USE_FAST "Be fast" ON)
help_me(x)
""",
    "cmake/helpers.cmake": "macro(help_me arg)\nendmacro()\n",
    "cmake/Warnings.cmake": "function(warn)\nendfunction()\n",
    "cmake/FindBlas.cmake": "",
    "src/CMakeLists.txt": """add_library(demo_core a.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/sub/b.cpp
  ${DEMO_ROOT}/tools/gen.py
  ${PROJECT_SOURCE_DIR}/tools/gen.py
  ${GENERATED}/c.cpp gone.cpp)
file(GLOB HEADERS *.h)
add_executable(tool main.cpp)
target_link_libraries(tool demo_core pthread)
if(USE_FAST AND WIN32)
  warn(${HEADERS} ${src})
  message(x)
endif()
""",
    "src/a.cpp": "",
    "src/main.cpp": "",
    "src/sub/b.cpp": "",
    "src/x.h": "",
    "src/sub/y.h": "",
    "tools/gen.py": "",
    "tools/src.cmake": "set(src 1)\n",
}


def test_included_files_and_subfolders() -> None:
    found = links_by_name(ROOT, "CMakeLists.txt")
    assert found["cmake/helpers.cmake"] == Link(("cmake/helpers.cmake",), "exact")
    assert found["src"] == Link(("src/CMakeLists.txt",), "exact")
    only_file = "only file of that name"
    assert found["Warnings"] == Link(("cmake/Warnings.cmake",), "inferred", only_file)
    assert found["Blas:FindBlas"] == Link(("cmake/FindBlas.cmake",), "inferred", only_file)
    assert (found["CTest"], found["Threads:FindThreads"]) == (EXTERNAL, EXTERNAL)


def test_a_macro_of_an_included_file_is_exact() -> None:
    found = links_by_name(ROOT, "CMakeLists.txt")
    assert found["help_me"] == Link(("cmake/helpers.cmake::help_me",), "exact")


def test_sources_through_variables_that_name_folders() -> None:
    found = links_by_name(ROOT, "src/CMakeLists.txt")
    assert found["a.cpp"] == Link(("src/a.cpp",), "exact")
    assert found["${CMAKE_CURRENT_SOURCE_DIR}/sub/b.cpp"] == Link(("src/sub/b.cpp",), "exact")
    assert found["${DEMO_ROOT}/tools/gen.py"] == Link(
        ("tools/gen.py",), "inferred", "variable set in one other file"
    )
    assert found["${PROJECT_SOURCE_DIR}/tools/gen.py"] == Link(
        ("tools/gen.py",), "inferred", "path from a folder around"
    )
    assert (found["${GENERATED}/c.cpp"], found["gone.cpp"]) == (DYNAMIC, UNKNOWN)
    assert found["*.h"] == Link(("src/x.h",), "inferred", "matches the pattern")


def test_targets_functions_and_variables() -> None:
    found = links_by_name(ROOT, "src/CMakeLists.txt")
    assert found["demo_core"] == Link(("src/CMakeLists.txt::demo_core",), "exact")
    assert found["HEADERS"] == Link(("src/CMakeLists.txt::HEADERS",), "exact")
    only = "only definition of that name"
    assert found["USE_FAST"] == Link(("CMakeLists.txt::USE_FAST",), "inferred", only)
    assert found["warn"] == Link(("cmake/Warnings.cmake::warn",), "inferred", only)
    assert (found["WIN32"], found["message"]) == (BUILTIN, BUILTIN)
    assert (found["pthread"], found["src"]) == (UNKNOWN, UNKNOWN)


def test_a_variable_set_twice_is_not_followed_as_a_path() -> None:
    files = {
        "CMakeLists.txt": "set(D ${CMAKE_CURRENT_SOURCE_DIR}/a)\nset(D ${D}/b)\nlist(A ${D}/x.c)",
        "a/x.c": "",
    }
    assert links_by_name(files, "CMakeLists.txt")["${D}/x.c"] == DYNAMIC


def test_a_pattern_with_many_matches_gives_an_edge_to_each() -> None:
    files = {"CMakeLists.txt": "file(GLOB_RECURSE S s/*.cc)\n"}
    files |= {f"s/{n:02}/x.cc": "" for n in range(20)}
    found = links(files, "CMakeLists.txt")
    assert found.imports == (DYNAMIC,)
    kinds = {path: Unit(path, "C++", "source") for path in files}
    edges = file_edges(unit("CMakeLists.txt", files["CMakeLists.txt"]), found, kinds)
    assert edges == tuple(FileEdge(f"s/{n:02}/x.cc", "build", 1, "inferred") for n in range(20))


def test_variables_and_includes_that_lead_to_themselves_end() -> None:
    files = {
        "CMakeLists.txt": "set(A ${B}/x)\nset(B ${A}/y)\ninclude(a.cmake)\nlist(X ${A}/z.c)\nf()",
        "a.cmake": "include(b.cmake)\n",
        "b.cmake": "include(a.cmake)\nfunction(f)\nendfunction()\n",
    }
    found = links_by_name(files, "CMakeLists.txt")
    assert (found["${A}/z.c"], found["f"]) == (DYNAMIC, Link(("b.cmake::f",), "exact"))


def test_a_hundred_thousand_sources_are_linked_in_time() -> None:
    def files(n_names: int) -> dict[str, str]:
        names = " ".join(f"s{n}.cpp *{n}.h ${{V{n}}}/x.c" for n in range(n_names))
        return {"CMakeLists.txt": f"file(GLOB X {names})\n", "s7.cpp": ""}

    def link(files: dict[str, str]) -> None:
        found = links(files, "CMakeLists.txt")
        assert sum(bool(link.targets) for link in found.imports) == 1

    assert_linear(link, files, 30_000)
