"""Each format, read by a program that its users have."""

import csv
import io
import json
from collections import Counter
from pathlib import Path

import apsw
import jsonschema
import networkx
import pytest
import sphobjinv
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from repobook.export.format import all_formats, load_format
from repobook.export.manifests import declared_in, published_in
from repobook.export.views import VIEWS
from repobook.index import schema
from repobook.index.reader.whole_book import WholeBook
from tests.export.conftest import exported
from tests.fakes.books import make_book, run
from tests.fakes.trees import write_tree

_ODD = 'src/odd "<name>&\'s".py'
_ONE_FILE = [name for name in all_formats() if name not in ("jsonl", "parquet")]


@pytest.mark.parametrize("format", _ONE_FILE)
def test_the_same_book_gives_the_same_bytes(
    book: WholeBook, book_folder: Path, format: str
) -> None:
    again = WholeBook(book_folder)
    assert exported(book, format) == exported(again, format)
    again.close()


def test_tags_are_sorted_and_found(book: WholeBook, tmp_path: Path) -> None:
    lines = exported(book, "ctags").split(b"\n")[:-1]
    tags = [line for line in lines if not line.startswith(b"!_TAG_")]
    assert [*map(_tag_name, tags)] == sorted(map(_tag_name, tags))
    assert lines.index(tags[0]) == 6
    (tag,) = [line for line in tags if _tag_name(line) == b"run"]
    fields = ["kind:method", "line:7", "end:8", "scope:Core", "signature:def run(self)"]
    assert tag.decode().split("\t") == ["run", "src/pkg/core.py", '7;"', *fields]


def _tag_name(line: bytes) -> bytes:
    return line.partition(b"\t")[0]


def test_a_name_cannot_forge_a_tag(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "r", {"a.json": '{"!_TAG_X\\tno": 1, "b\\nc\\\\": 2}'})
    make_book(root, tmp_path / "b")
    book = WholeBook(tmp_path / "b")
    tags = [line for line in exported(book, "ctags").split(b"\n") if b"a.json" in line]
    assert len(tags) == sum(1 for _ in book.symbols())
    assert not any(line.startswith(b"!") for line in tags)
    book.close()


def test_sphinx_inventories_name_modules_and_lines(book: WholeBook) -> None:
    inventory = sphobjinv.Inventory(zlib=exported(book, "objects-inv"))
    found = {(one.name, one.domain, one.role): one.uri for one in inventory.objects}
    page = "site/src/pkg/core.py_src.html"
    assert found["pkg.core", "py", "module"] == f"{page}#L1"
    assert found["pkg.core.Core", "py", "class"] == f"{page}#L4"
    assert found["pkg.core.Core.run", "py", "method"] == f"{page}#L7"
    assert inventory.project == "demo"


def test_graphs_are_those_of_the_book(book: WholeBook) -> None:
    text = exported(book, "graphml").decode()
    graph = networkx.parse_graphml(text, force_multigraph=True)
    edges = {(e.source, e.target, e.kind) for e in book.edges()}
    assert {(s, t, d["kind"]) for s, t, d in graph.edges(data=True)} == edges
    assert {*graph.nodes} == {file.path for file in book.files()}
    assert (_ODD, "src/pkg/core.py", "inherit") in edges


def test_dot_quotes_names(book: WholeBook) -> None:
    text = exported(book, "dot").decode()
    assert '"src/odd \\"<name>&\'s\\".py" -> "src/pkg/core.py"' in text
    pairs = {(edge.source, edge.target) for edge in book.edges()}
    assert text.count(" -> ") == len(pairs)


def test_mermaid_draws_folders(book: WholeBook) -> None:
    lines = exported(book, "mermaid").decode().split("\n")
    assert lines[0] == "flowchart LR"
    assert '  f0["src"]' in lines
    assert "  f0 -->|1| f1" in lines  # src/odd… inherits from src/pkg


def test_findings_keep_their_fingerprints_when_lines_move(tmp_path: Path) -> None:
    code = "def f(x):\n    return eval(x)\n\n\ndef g(x):\n    return eval(x)\n"
    prints = []
    for n, text in enumerate((code, f"# a line above\n\n{code}")):
        root = write_tree(tmp_path / f"r{n}", {"a.py": text})
        make_book(root, tmp_path / f"b{n}")
        book = WholeBook(tmp_path / f"b{n}")
        results = json.loads(exported(book, "sarif"))["runs"][0]["results"]
        prints.append([one["partialFingerprints"]["primaryLocationLineHash"] for one in results])
        book.close()
    assert prints[0] == prints[1]
    assert len({*prints[0]}) == 2


def test_gitlab_gets_every_finding_with_what_it_asks_for(book: WholeBook) -> None:
    issues = json.loads(exported(book, "gitlab"))
    places = [(one["location"]["path"], one["location"]["lines"]["begin"]) for one in issues]
    assert places == [(finding.path, finding.line) for finding in book.findings()]
    assert len({one["fingerprint"] for one in issues}) == len(issues) > 0
    known = {"info", "minor", "major", "critical", "blocker"}
    assert {one["severity"] for one in issues} <= known
    assert all(one["description"] and one["check_name"] for one in issues)


def test_sarif_results_have_rules_and_places(book: WholeBook) -> None:
    (made,) = json.loads(exported(book, "sarif"))["runs"]
    assert made["tool"]["driver"]["informationUri"].startswith("https://")
    rules = made["tool"]["driver"]["rules"]
    for result in made["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert rules[result["ruleIndex"]]["help"]["text"].startswith("May be harmless if ")
        assert result["level"] in ("error", "warning", "note")
    places = [one["locations"][0]["physicalLocation"] for one in made["results"]]
    found = {(p["artifactLocation"]["uri"], p["region"]["startLine"]) for p in places}
    assert ("src/pkg/core.py", 8) in found


def test_bills_of_materials_are_valid_and_cite_lines(book: WholeBook) -> None:
    text = exported(book, "cyclonedx").decode()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    places = {
        (one["purl"], place["location"], place["line"], one["scope"])
        for one in json.loads(text)["components"]
        for place in one["evidence"]["occurrences"]
    }
    assert places == {
        ("pkg:pypi/click", "pyproject.toml", 4, "required"),
        ("pkg:pypi/ruff-lint@1.2", "pyproject.toml", 5, "required"),
        ("pkg:pypi/zstandard", "pyproject.toml", 8, "optional"),
        ("pkg:pypi/pytest@8.0", "requirements-dev.txt", 2, "required"),
        ("pkg:npm/%40vue/core@3.1.0", "web/package.json", 1, "required"),
        ("pkg:npm/vite", "web/package.json", 2, "optional"),
        ("pkg:golang/github.com/a/b@v1.2.3", "go.mod", 4, "required"),
        ("pkg:cargo/serde@1.0.1", "rust/Cargo.toml", 2, "required"),
        ("pkg:cargo/rand", "rust/Cargo.toml", 5, "optional"),
    }


_POM = """<project><parent><groupId>org.p</groupId><artifactId>up</artifactId></parent>
<artifactId>own</artifactId>
<dependencies><dependency><groupId>org.a</groupId>
<artifactId>b</artifactId><version>1.2</version></dependency>
<dependency><groupId>${x}</groupId><artifactId>c</artifactId></dependency></dependencies></project>"""
_CMAKE = "project(Own LANGUAGES CXX)\nfind_package(fmt 9 REQUIRED)\nfind_package(\n  ZLIB)\n"
_SETUP = "setup(\n    name='Own',\n    install_requires=['alpha>=1', \"beta[x]\"],\n)\n"
_CFG = "[metadata]\nname = own\n[options]\ninstall_requires =\n  alpha>=1\n  beta\n"


@pytest.mark.parametrize(
    ("path", "text", "published", "declared"),
    [
        ("x/pom.xml", _POM, ["pkg:maven/org.p/own:2"], ["pkg:maven/org.a/b@1.2:3"]),
        (
            "CMakeLists.txt",
            _CMAKE,
            ["pkg:generic/Own:1"],
            ["pkg:generic/fmt:2", "pkg:generic/ZLIB:3"],
        ),
        ("setup.py", _SETUP, ["pkg:pypi/own:2"], ["pkg:pypi/alpha:3", "pkg:pypi/beta:3"]),
        ("setup.cfg", _CFG, ["pkg:pypi/own:2"], ["pkg:pypi/alpha:5", "pkg:pypi/beta:6"]),
        ("go.mod", "module a.b/c\n", ["pkg:golang/a.b/c:1"], []),
        ("package.json", '{\n"name": "@a/b"}', ["pkg:npm/%40a/b:2"], []),
        ("Cargo.toml", '[package]\nname = "a"\n', ["pkg:cargo/a:1"], []),
        ("pyproject.toml", '[project]\nname = "A.b"\n', ["pkg:pypi/a-b:1"], []),
    ],
)
def test_manifests_say_what_they_package_and_what_it_depends_on(
    path: str, text: str, published: list[str], declared: list[str]
) -> None:
    assert [f"{one.purl}:{one.line}" for one in published_in(path, text)] == published
    assert [f"{one.purl}:{one.line}" for one in declared_in(path, text)] == declared


@pytest.mark.parametrize(
    "text", ["{", "[]", "null", '{"dependencies": 3}', "\0", "a = [", "{" * 9_999]
)
@pytest.mark.parametrize(
    "path", ["package.json", "pyproject.toml", "Cargo.toml", "composer.json", "setup.cfg"]
)
def test_a_manifest_in_any_shape_declares_nothing(path: str, text: str) -> None:
    assert declared_in(path, text) == published_in(path, text) == []


def test_rows_of_every_view_fit_their_schema(book: WholeBook) -> None:
    files = {file.name: b"".join(file.pieces) for file in load_format("jsonl").files(book)}
    n_rows = Counter({view: len(files[f"{view}.jsonl"].splitlines()) for view in VIEWS})
    assert n_rows["refs"] > 10
    for view in VIEWS:
        schema = json.loads(files[f"{view}.schema.json"])
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for line in files[f"{view}.jsonl"].splitlines():
            validator.validate(json.loads(line))


def test_every_public_view_is_exported_with_its_columns() -> None:
    db = apsw.Connection(":memory:")
    db.execute(schema.STATEMENTS)
    views = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")]
    columns = {
        view: {name for _, name, *_ in db.execute(f"PRAGMA table_info({view})")} for view in views
    }
    columns["symbols"] -= {"n", "parent", "key"}  # how the index ties its rows together
    assert columns == {view: set(names) for view, names in VIEWS.items()}


def test_owners_say_who_with_the_line(book: WholeBook) -> None:
    rows = [*csv.DictReader(io.StringIO(exported(book, "owners").decode()))]
    by_path = {row["path"]: row for row in rows}
    assert by_path["src/pkg/core.py"]["owners"] == "@core @more"
    assert by_path["src/pkg/core.py"]["said_by"] == "CODEOWNERS:2"
    assert by_path["go.mod"]["owners"] == "@all"
    assert "'-=formula.txt" in by_path
    assert len(rows) == sum(1 for _ in book.files())


def test_contents_for_models_link_every_page(book: WholeBook, book_folder: Path) -> None:
    text = exported(book, "llms").decode()
    assert text.startswith("# demo\n\n> ")
    assert "- [src/pkg/core.py](markdown/src/pkg/core.py_docs.md): Doc with " in text
    assert text.index("## src/pkg") < text.index("## Optional") < text.index("tests/test_core")
    documented = [file.path for file in book.files() if file.status == "documented"]
    assert text.count("\n- [") == len(documented)
    for path in documented:
        if path.isascii() and '"' not in path:
            assert (book_folder / f"markdown/{path}_docs.md").exists()


def test_full_text_for_models_quotes_what_files_say(book: WholeBook) -> None:
    text = exported(book, "llms-full").decode()
    assert "- L7-L8 method `def run(self)`" in text
    assert "> Doc with \\<tags" in text


def test_a_folder_by_itself(book_folder: Path) -> None:
    part = WholeBook(book_folder, "./src/pkg/")
    assert [file.path for file in part.files()] == [
        "src/pkg/__init__.py",
        "src/pkg/core.py",
        "src/pkg/uses.py",
    ]
    assert all(edge.source.startswith("src/pkg/") for edge in part.edges())
    part.close()


def test_the_command_writes_files_and_folders(book_folder: Path, tmp_path: Path) -> None:
    done = run("export", "ctags", "--book", book_folder, cwd=tmp_path)
    assert done.stdout.startswith(b"!_TAG_FILE_FORMAT")
    done = run("export", "jsonl", "--book", book_folder, cwd=tmp_path)
    assert done.returncode == 2
    assert b"-o" in done.stderr
    done = run("export", "jsonl", "--book", book_folder, "-o", "rows", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "rows/files.jsonl").read_bytes().count(b"\n") > 10
    done = run("export", "scip", "--book", book_folder, "-o", "x.scip", cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("x")] == ["x.scip"]
