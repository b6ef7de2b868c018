"""Shell: scripts that source and run each other."""

from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

SCRIPTS = {
    "ci/build.sh": """#!/bin/bash
DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
TOP=$(dirname $(dirname $0))
source "$DIR/common.sh"
. "$(dirname "$0")/env.sh"
source /etc/profile
"$TOP/tools/run.py"
python "${ROOT}/tools/gen.py" --all
./tools/run.py
bash "$(git rev-parse --show-toplevel)/ci/env.sh"
./missing.sh
deep
own
echo done
cmake ..
own() { :; }
""",
    "ci/common.sh": 'source "$(dirname "$0")/deeper.sh"\n',
    "ci/deeper.sh": "deep() { :; }\n",
    "ci/env.sh": "",
    "tools/run.py": "",
    "tools/gen.py": "",
}
AROUND = "path from a folder around"


def test_scripts_found_from_the_own_folder_or_the_top_are_exact() -> None:
    found = links_by_name(SCRIPTS, "ci/build.sh")
    assert found["$DIR/common.sh"] == Link(("ci/common.sh",), "exact")
    assert found['$(dirname "$0")/env.sh'] == Link(("ci/env.sh",), "exact")
    assert found["$TOP/tools/run.py"] == Link(("tools/run.py",), "exact")
    assert found["$(git rev-parse --show-toplevel)/ci/env.sh"] == Link(("ci/env.sh",), "exact")


def test_other_paths_are_inferred_from_the_folders_around() -> None:
    found = links_by_name(SCRIPTS, "ci/build.sh")
    assert found["${ROOT}/tools/gen.py"] == Link(("tools/gen.py",), "inferred", AROUND)
    assert found["./tools/run.py"] == Link(("tools/run.py",), "inferred", AROUND)
    assert (found["./missing.sh"], found["/etc/profile"]) == (UNKNOWN, EXTERNAL)


def test_functions_come_from_the_file_and_what_it_sources() -> None:
    found = links_by_name(SCRIPTS, "ci/build.sh")
    assert found["own"] == Link(("ci/build.sh::own",), "exact")
    assert found["deep"] == Link(("ci/deeper.sh::deep",), "exact")
    assert (found["echo"], found["cmake"]) == (BUILTIN, EXTERNAL)


def test_a_command_may_come_from_a_script_that_was_not_found() -> None:
    found = links_by_name({"a.sh": "source $X\nhelper\n", "b.sh": "helper() { :; }\n"}, "a.sh")
    assert (found["$X"], found["helper"]) == (DYNAMIC, UNKNOWN)


def test_scripts_that_source_each_other_end() -> None:
    files = {"a.sh": ". ./b.sh\nf\n", "b.sh": ". ./a.sh\n. ./b.sh\nf() { :; }\n"}
    assert links_by_name(files, "a.sh")["f"] == Link(("b.sh::f",), "exact")
