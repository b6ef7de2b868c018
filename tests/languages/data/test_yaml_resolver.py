"""YAML: workflows, actions and the scripts that they run."""

from repobook.model.graph import EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

FILES = {
    ".github/workflows/ci.yml": """on: push
jobs:
  build:
    uses: ./.github/workflows/_build.yml
  test:
    steps:
      - uses: actions/checkout@v4
      - uses: ./.github/actions/setup
      - uses: ./.github/actions/gone
      - run: |
          # python tools/old.py
          bash "${ROOT}/ci/test.sh"  # tools/old.py
          python setup.py build
""",
    ".github/workflows/_build.yml": "",
    ".github/actions/setup/action.yml": "",
    "ci/test.sh": "",
    "setup.py": "",
    "tools/old.py": "",
    "api/openapi.yaml": 'a:\n  $ref: "types/pet.yaml#/Pet"\nb:\n  $ref: "#/a"\n',
    "api/types/pet.yaml": "",
}
WORKFLOW = ".github/workflows/ci.yml"


def test_workflows_and_actions_of_the_repository_are_exact() -> None:
    found = links_by_name(FILES, WORKFLOW)
    assert found["./.github/workflows/_build.yml"] == Link(
        (".github/workflows/_build.yml",), "exact"
    )
    assert found["./.github/actions/setup"] == Link((".github/actions/setup/action.yml",), "exact")
    assert (found["actions/checkout@v4"], found["./.github/actions/gone"]) == (EXTERNAL, UNKNOWN)


def test_scripts_in_commands_outside_of_comments() -> None:
    found = links_by_name(FILES, WORKFLOW)
    assert found["ci/test.sh"] == Link(("ci/test.sh",), "exact")
    assert found["setup.py"] == Link(("setup.py",), "inferred", "path from a folder around")
    assert "tools/old.py" not in found


def test_schemas_lead_to_files_and_to_themselves() -> None:
    found = links_by_name(FILES, "api/openapi.yaml")
    assert found["types/pet.yaml#/Pet"] == Link(("api/types/pet.yaml",), "exact")
    assert found["#/a"] == Link(("api/openapi.yaml",), "exact")
