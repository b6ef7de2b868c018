"""What a user sees of ``findings``."""

import json
from pathlib import Path

import pytest

from tests.fakes.books import make_book, run
from tests.fakes.trees import write_tree

TREE: dict[str, str | bytes] = {
    "src/a.c": "void f(char *a) { strcpy(a, b); }\n",
    "src/b.py": "import threading\nlock = threading.Lock()\neval(lock)\n",
    "srcx/c.c": "int f(void) { return 0; }\n",
    "w.yml": "- run: echo ${{ github.event.issue.title }}\n",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("findings")
    make_book(write_tree(folder / "root", TREE), folder / "root.book")
    return folder


def _findings(place: Path, *arguments: str) -> tuple[int, list[tuple[str, int, str]]]:
    done = run("findings", *arguments, "--json", "--book", "root.book", cwd=place)
    data = json.loads(done.stdout)["data"]
    return done.returncode, [(f["path"], f["line"], f["rule"]) for f in data["findings"]]


def test_the_worst_come_first(place: Path) -> None:
    assert _findings(place) == (
        1,
        [
            ("w.yml", 1, "workflow-script-injection"),
            ("src/a.c", 1, "unbounded-copy"),
            ("src/b.py", 3, "S307"),
        ],
    )


def test_a_folder_is_not_its_namesake(place: Path) -> None:
    assert {path for path, *_ in _findings(place, "src/")[1]} == {"src/a.c", "src/b.py"}
    assert _findings(place, "srcx") == (0, [])


def test_choices_narrow_each_other(place: Path) -> None:
    assert _findings(place, "--category", "performance") == (0, [])  # a lock is a fact
    assert _findings(place, "--severity", "error", "--rule", "S307") == (0, [])
    assert len(_findings(place, "--rule", "S307", "--rule", "unbounded-copy")[1]) == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("src", "--fail-on", "error"), 0),
        (("src", "--fail-on", "warning"), 1),
        (("--fail-on", "never"), 0),
        (("--fail-on", "error"), 1),
    ],
)
def test_failing_is_a_matter_of_severity(
    place: Path, arguments: tuple[str, ...], code: int
) -> None:
    assert _findings(place, *arguments)[0] == code


def test_a_line_names_place_rule_and_code_and_coverage_is_said(place: Path) -> None:
    done = run("findings", "src/a.c", "--book", "root.book", cwd=place)
    lines = done.stdout.decode().splitlines()
    message = "strcpy() writes without checking the size of the buffer"
    assert lines[0] == f"src/a.c:1  warning unbounded-copy: {message}"
    assert lines[1].strip() == "void f(char *a) { strcpy(a, b); }"
    assert b"1 finding in 1 file; 1 file searched, 0 with parse problems" in done.stderr


def test_an_unknown_path_is_said_to_be_unknown(place: Path) -> None:
    done = run("findings", "nowhere", "--book", "root.book", cwd=place)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"no match for nowhere" in done.stderr


def test_suppressed_findings_are_counted(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {
        "a.c": "void f(char *a) { strcpy(a, b); }  // repobook: ignore\n",
        "b.py": "eval(x)\n",
    }
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "root.book")
    assert _findings(tmp_path) == (1, [("b.py", 1, "S307")])
    (root / "repobook.toml").write_text('ignored-findings = ["S307"]\n')
    make_book(root, tmp_path / "root.book")
    done = run("findings", "--book", "root.book", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"2 findings suppressed" in done.stderr
    page = (tmp_path / "root.book/markdown/findings.md").read_text("utf-8")
    assert "2 findings suppressed by comments in the source or by repobook.toml" in page
