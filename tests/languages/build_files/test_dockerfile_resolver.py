"""Dockerfiles: copied files and stages."""

from repobook.model.graph import DYNAMIC, EXTERNAL, UNKNOWN, Link, Unit
from repobook.resolve.edges import file_edges
from tests.fakes.units import links, links_by_name, unit

FILES = {
    "docker/gpu/Dockerfile": """FROM ubuntu:22.04 AS base
COPY ./common/install.sh install.sh
COPY setup.cfg common /x/
COPY common/*.txt /x/
COPY $FILE missing.txt /x/
FROM base AS final
COPY --from=base /a /b
COPY --from=nginx /a /b
""",
    "docker/common/install.sh": "",
    "docker/common/pins.txt": "",
    "docker/gpu/setup.cfg": "",
    "setup.cfg": "",
}


def test_copied_files_are_looked_for_in_the_folders_around() -> None:
    found = links_by_name(FILES, "docker/gpu/Dockerfile")
    assert found["./common/install.sh"] == Link(("docker/common/install.sh",), "exact")
    assert found["setup.cfg"] == Link(
        ("docker/gpu/setup.cfg",), "inferred", "nearest file of that path"
    )
    assert found["common/*.txt"] == Link(
        ("docker/common/pins.txt",), "inferred", "matches the pattern"
    )
    assert (found["common"], found["$FILE"], found["missing.txt"]) == (DYNAMIC, DYNAMIC, UNKNOWN)


def test_stages_and_images() -> None:
    found = links_by_name(FILES, "docker/gpu/Dockerfile")
    assert found["base"] == Link(("docker/gpu/Dockerfile::base",), "exact")
    assert (found["ubuntu:22.04"], found["nginx"]) == (EXTERNAL, EXTERNAL)


def test_what_is_copied_is_built_in() -> None:
    path = "docker/gpu/Dockerfile"
    kinds = {name: Unit(name, "", "source") for name in FILES}
    edges = file_edges(unit(path, FILES[path]), links(FILES, path), kinds)
    assert [(e.target, e.kind, e.line) for e in edges] == [
        ("docker/common/install.sh", "build", 2),
        ("docker/common/pins.txt", "build", 4),
        ("docker/gpu/setup.cfg", "build", 3),
    ]
