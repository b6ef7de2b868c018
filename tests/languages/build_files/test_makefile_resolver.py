"""Makefiles: what a target needs, what a recipe names, what is included."""

from repobook.model.graph import DYNAMIC, UNKNOWN, Link
from tests.fakes.units import links_by_name

FILES = {
    "sub/Makefile": """include rules.mk
-include $(DEPS)
all: build main.c missing.h
\tpython tools/gen.py --out x
build:
\tbash ./run.sh
""",
    "sub/rules.mk": "",
    "sub/main.c": "",
    "sub/run.sh": "",
    "tools/gen.py": "",
}


def test_targets_come_before_files() -> None:
    found = links_by_name(FILES, "sub/Makefile")
    assert found["build"] == Link(("sub/Makefile::build",), "exact")
    assert found["main.c"] == Link(("sub/main.c",), "exact")
    assert found["missing.h"] == UNKNOWN


def test_included_files_and_scripts_of_recipes() -> None:
    found = links_by_name(FILES, "sub/Makefile")
    assert found["rules.mk"] == Link(("sub/rules.mk",), "exact")
    assert found["./run.sh"] == Link(("sub/run.sh",), "exact")
    assert found["tools/gen.py"] == Link(("tools/gen.py",), "inferred", "path from a folder around")
    assert found["$(DEPS)"] == DYNAMIC
