"""Fixtures are used by the parameters that bear their names."""

import pytest

from repobook.model.facts import unpack_position
from repobook.model.graph import UNKNOWN, Link
from tests.fakes.units import links, unit

_FILES = {
    "conftest.py": (
        "import pytest\n@pytest.fixture\ndef app(): ...\n@pytest.fixture\ndef db(): ...\n"
    ),
    "tests/conftest.py": (
        "import pytest\n@pytest.fixture(scope='module')\ndef app(app): ...\n"
        "@pytest_asyncio.fixture\nasync def client(app, tmp_path): ...\ndef plain(): ...\n"
    ),
    "tests/test_a.py": (
        "import pytest\n@pytest.fixture\ndef own(client): ...\n"
        "@pytest.mark.usefixtures('db')\nclass TestA:\n"
        "    @pytest.mark.parametrize('a, b', [(1, 2)])\n"
        "    def test_x(\n        self,\n        app: dict[str, int],\n        a, b,\n"
        "        own, *, plain, n=3,\n    ): ...\n"
        "def test_y(app, far): ...\n"
        "@patch('m.f')\ndef test_z(mocked): ...\n"
        "def helper(app): ...\n"
    ),
    "other/plugin.py": "@pytest.fixture\ndef far(): ...\n",
    "tests/test_b.py": "def test_last(app): ...",
}


def _bound(path: str) -> dict[str, list[tuple[Link, int]]]:
    found: dict[str, list[tuple[Link, int]]] = {}
    references = unit(path, _FILES[path]).references
    for reference, link in zip(references, links(_FILES, path).references, strict=True):
        if reference.role == "bind":
            lines = [unpack_position(each)[0] for each in reference.positions]
            found.setdefault(reference.name, []).extend([(link, line) for line in lines])
    return found


def test_the_nearest_fixture_of_the_name_is_meant() -> None:
    found = _bound("tests/test_a.py")
    app = Link(("tests/conftest.py::app",), "exact")
    assert sorted(found["app"], key=lambda each: each[1]) == [(app, 9), (app, 13)]
    assert found["own"] == [(Link(("tests/test_a.py::own",), "exact"), 11)]
    assert found["client"] == [(Link(("tests/conftest.py::client",), "exact"), 3)]
    assert found["db"] == [(Link(("conftest.py::db",), "exact"), 4)]
    assert found["far"][0][0] == Link(
        ("other/plugin.py::far",), "inferred", "only fixture of that name"
    )


def test_the_last_line_needs_no_end() -> None:
    assert _bound("tests/test_b.py").keys() == {"app"}


def test_a_fixture_takes_the_one_of_its_own_name_further_out() -> None:
    found = _bound("tests/conftest.py")
    assert (Link(("conftest.py::app",), "exact"), 3) in found["app"]
    assert (Link(("tests/conftest.py::app",), "exact"), 5) in found["app"]


def test_what_is_given_otherwise_is_no_fixture() -> None:
    found = _bound("tests/test_a.py")
    assert found.keys() == {"app", "own", "client", "db", "far", "plain"}
    assert found["plain"][0][0] == UNKNOWN, "a function, not a fixture"


@pytest.mark.parametrize("text", ["def test_x(", "def test_x(a", "def test_x(" + "(" * 9000])
def test_a_text_that_breaks_off_takes_nothing(text: str) -> None:
    assert not [r for r in unit("test_a.py", text).references if r.role == "bind"]
