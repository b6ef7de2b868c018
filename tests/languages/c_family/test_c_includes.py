"""Includes: a repository as a dictionary, and the file that each include of one file means."""

from collections.abc import Mapping

import pytest

from repobook.languages.c_family.resolver.c_includes import ABSENT, IncludeResolver
from repobook.model.facts import Import
from repobook.model.graph import DYNAMIC, EXTERNAL, UNKNOWN, Link, Unit
from repobook.resolve.world import world_of
from tests.fakes.units import units


def included(files: Mapping[str, str], path: str) -> list[Link]:
    read = units(files)
    unit = next(found for found in read if found.path == path)
    return list(IncludeResolver(world_of(read)).links(unit))


def exact(*paths: str) -> list[Link]:
    return [Link((path,), "exact") for path in paths]


def test_quoted_include_means_the_file_beside_it() -> None:
    files = {"a/x.c": '#include "y.h"\n', "a/y.h": "", "y.h": "", "b/y.h": ""}
    assert included(files, "a/x.c") == exact("a/y.h")


@pytest.mark.parametrize("written", ["../b/y.h", "./../b/./y.h", "../a/../b/y.h", "..\\b\\y.h"])
def test_quoted_include_climbs_folders(written: str) -> None:
    files = {"p/a/x.c": f'#include "{written}"\n', "p/b/y.h": "", "q/b/y.h": ""}
    assert included(files, "p/a/x.c") == exact("p/b/y.h")


def test_include_is_found_below_a_root_that_nobody_named() -> None:
    files = {
        "lib/core/src/x.cpp": "#include <core/y.h>\n#include <other/z.h>\n",
        "lib/core/include/core/y.h": "",
        "third/other/z.h": "",
    }
    found = included(files, "lib/core/src/x.cpp")
    assert found == exact("lib/core/include/core/y.h", "third/other/z.h")


def test_nearest_folder_around_the_includer_decides_between_homonyms() -> None:
    files = {
        "one/src/x.cpp": "#include <util/log.h>\n",
        "one/include/util/log.h": "",
        "two/include/util/log.h": "",
    }
    assert included(files, "one/src/x.cpp") == exact("one/include/util/log.h")


def test_roots_of_the_other_includes_decide_between_homonyms() -> None:
    files = {
        "app/x.cpp": "#include <util/log.h>\n#include <net/socket.h>\n",
        "one/util/log.h": "",
        "two/util/log.h": "",
        "two/net/socket.h": "",
    }
    assert included(files, "app/x.cpp") == exact("two/util/log.h", "two/net/socket.h")


def test_without_evidence_every_candidate_is_a_target() -> None:
    files = {"app/x.cpp": '#include "util/log.h"\n', "one/util/log.h": "", "two/util/log.h": ""}
    candidates = ("one/util/log.h", "two/util/log.h")
    assert included(files, "app/x.cpp") == [Link(candidates, "ambiguous")]


def test_more_candidates_than_anyone_reads_are_dynamic() -> None:
    files = {"app/x.cpp": '#include "log.h"\n'} | {f"p{n}/log.h": "" for n in range(9)}
    assert included(files, "app/x.cpp") == [DYNAMIC]


def test_headers_of_the_system_are_external_whatever_files_are_called() -> None:
    source = '#include <vector>\n#include <string.h>\n#include <sys/types.h>\n#include "stdio.h"\n'
    files = {"a/x.c": source, "a/string.h": "", "src/string.h": "", "b/sys/types.h": ""}
    assert included(files, "a/x.c") == [EXTERNAL] * 4


def test_a_c_library_includes_its_own_headers() -> None:
    files = {"src/string/memcpy.c": "#include <string.h>\n", "include/string.h": ""}
    assert included(files, "src/string/memcpy.c") == exact("include/string.h")


def test_bare_name_in_angle_brackets_needs_a_folder_of_headers() -> None:
    source = "#include <one.h>\n#include <two.h>\n#include <three.h>\n"
    files = {"a/x.c": source, "a/include/one.h": "", "b/c/two.h": ""}
    files |= {"d/three.h": "", "e/three.h": ""}
    assert included(files, "a/x.c") == [
        Link(("a/include/one.h",), "exact"),
        Link(("b/c/two.h",), "inferred", "only file of that name"),
        EXTERNAL,
    ]


def test_header_that_the_build_makes_is_not_in_the_repository() -> None:
    source = "#include <core/y.h>\n#include <core/config.h>\n#include <boost/any.hpp>\n"
    files = {"x.cpp": source + '#include "version.h"\n', "core/y.h": ""}
    assert included(files, "x.cpp") == [*exact("core/y.h"), ABSENT, EXTERNAL, ABSENT]


def test_computed_include_is_dynamic() -> None:
    assert included({"x.c": "#include CONFIG_HEADER\n"}, "x.c") == [DYNAMIC]


@pytest.mark.parametrize("name", ["t.inl", "t.cuh", "t.def", "t.inc", "t.cpp", "t"])
def test_any_file_can_be_included(name: str) -> None:
    files = {"x.cu": f'#include "k/{name}"\n', f"src/k/{name}": ""}
    assert included(files, "x.cu") == exact(f"src/k/{name}")


def test_wrapper_of_the_same_name_includes_the_other_file() -> None:
    files = {"wrappers/k/a.c": "#include <k/a.c>\n", "src/k/a.c": ""}
    assert included(files, "wrappers/k/a.c") == exact("src/k/a.c")


def test_what_is_no_include_stays_unknown() -> None:
    files = {"x.cpp": '#include "y.h"\nusing namespace y;\n', "y.h": ""}
    assert included(files, "x.cpp") == [*exact("y.h"), UNKNOWN]


@pytest.mark.parametrize("written", ["../../../x.h", "/etc/passwd", "a//b.h", "..", "/", "./", "."])
def test_odd_paths_mean_no_file(written: str) -> None:
    unit = Unit("a/x.c", "C", "source", imports=(Import(written, "", "", "include", 1),))
    assert IncludeResolver(world_of([unit])).links(unit) == (ABSENT,)


def test_thousands_of_homonyms_cost_little() -> None:
    written = [Import(f"f{n}/same.h", "", "", "include", n + 1) for n in range(20_000)]
    homonyms = [Unit(f"p/{n}/f{n}/same.h", "C", "source") for n in range(20_000)]
    includer = Unit("x.c", "C", "source", imports=tuple(written))
    resolver = IncludeResolver(world_of([*homonyms, includer]))
    assert {link.confidence for link in resolver.links(includer)} == {"exact"}


def test_deep_folders_are_not_climbed_to_the_end() -> None:
    deep = "/".join(["d"] * 3000)
    written = tuple(Import(f"a/{n}.h", "", "", "system", n + 1) for n in range(50))
    files = [Unit(f"{root}/a/{n}.h", "C", "source") for n in range(50) for root in "pq"]
    includer = Unit(f"{deep}/x.c", "C", "source", imports=written)
    links = IncludeResolver(world_of([*files, includer])).links(includer)
    assert {link.confidence for link in links} == {"ambiguous"}
