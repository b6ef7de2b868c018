"""The answers that every edge translates: files, folders, symbols, several of a name, nothing."""

from pathlib import Path

import pytest

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.rows import at_or_below
from repobook.model.answers import (
    MAX_OTHERS,
    FileAnswer,
    FolderAnswer,
    Matches,
    Nothing,
    SymbolAnswer,
)
from repobook.scan.skip_reasons import summed_reasons
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "pkg/__init__.py": "",
    "pkg/shapes.py": (
        '"""Shapes."""\n\n'
        "class Circle:\n"
        '    """Round."""\n\n'
        "    @property\n"
        "    def area(self):\n"
        '        """How much."""\n'
        "        return 3  # TODO: be exact\n\n\n"
        "def area(x):\n"
        "    return x\n"
    ),
    "pkg/more/shapes.py": "def other():\n    pass\n",
    "pkg/broken.py": "def f(:\n",
    "flags/" + "a.skip": "",
    **{f"flags/TestA.test_{n}": "" for n in range(30)},
    "blob.bin": b"\0",
}


@pytest.fixture
def reader(tmp_path: Path) -> BookReader:
    write_tree(tmp_path / "root", _TREE)
    make_book(tmp_path / "root", tmp_path / "book")
    return BookReader(tmp_path / "book")


def test_a_path_shows_the_outline_of_its_file(reader: BookReader) -> None:
    answer = reader.show("pkg/shapes.py")
    assert isinstance(answer, FileAnswer)
    outline = [(line.depth, line.kind, line.name, line.line) for line in answer.outline]
    assert outline == [
        (0, "class", "Circle", 3),
        (1, "method", "area", 7),
        (0, "function", "area", 12),
    ]
    assert answer.doc == "Shapes."
    assert answer.notes == (("TODO", 9, "be exact"),)


def test_a_symbol_id_shows_one_symbol_with_its_members(reader: BookReader) -> None:
    answer = reader.show("pkg/shapes.py::Circle")
    assert isinstance(answer, SymbolAnswer)
    assert (answer.symbol.line, answer.symbol.end_line, answer.doc) == (3, 9, "Round.")
    assert [member.name for member in answer.members] == ["area"]


def test_methods_that_stand_beside_their_type_are_members_of_it(tmp_path: Path) -> None:
    text = "struct Pool { n: i32 }\n\nimpl Pool {\n    fn fill(&self) {}\n}\n\nfn fill() {}\n"
    make_book(write_tree(tmp_path / "root", {"src/pool.rs": text}), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    answer = reader.show("Pool")
    reader.close()
    assert isinstance(answer, SymbolAnswer)
    found = [(member.qualname, member.line, member.depth) for member in answer.members]
    assert found == [("Pool.n", 1, 1), ("Pool.fill", 4, 1)]


def test_a_qualified_name_is_enough_where_it_is_unique(reader: BookReader) -> None:
    for name in ("Circle.area", "Circle::area"):
        answer = reader.show(name)
        assert isinstance(answer, SymbolAnswer)
        assert answer.decorators == ("property",)
        assert answer.doc == "How much."


def test_of_several_the_likeliest_is_shown_and_all_are_listed(reader: BookReader) -> None:
    matches, shown = reader.matches("area"), reader.show("area")
    assert isinstance(matches, Matches)
    assert [symbol.id for symbol in matches.symbols] == [
        "pkg/shapes.py::Circle.area",
        "pkg/shapes.py::area",
    ]
    assert isinstance(shown, SymbolAnswer)
    assert (shown.symbol, shown.others.symbols) == (matches.symbols[0], matches.symbols[1:])


def test_more_matches_than_are_listed_are_counted(tmp_path: Path) -> None:
    n = MAX_OTHERS + 8
    write_tree(tmp_path / "root", {f"m{i}.py": "def same():\n    pass\n" for i in range(n)})
    make_book(tmp_path / "root", tmp_path / "book")
    answer = BookReader(tmp_path / "book").show("same")
    assert isinstance(answer, SymbolAnswer)
    assert (len(answer.others.symbols), answer.others.n_all) == (MAX_OTHERS, n - 1)


def test_the_end_of_a_path_finds_files(reader: BookReader) -> None:
    answer = reader.show("more/shapes.py")
    assert isinstance(answer, FileAnswer)
    assert answer.file.path == "pkg/more/shapes.py"
    several = reader.show("shapes.py")
    assert isinstance(several, Matches)
    assert [file.path for file in several.files] == ["pkg/more/shapes.py", "pkg/shapes.py"]


def test_a_folder_sums_up_what_lies_below(reader: BookReader) -> None:
    answer = reader.show("pkg/")
    assert isinstance(answer, FolderAnswer)
    assert [(folder.path, folder.n_files) for folder in answer.folders] == [("pkg/more", 1)]
    assert [file.path for file in answer.files] == [
        "pkg/__init__.py",
        "pkg/broken.py",
        "pkg/shapes.py",
    ]
    assert answer.n_files == 4
    root = reader.show(".")
    assert isinstance(root, FolderAnswer)
    assert root.n_files == len(_TREE)


def test_a_folder_of_markers_is_told_in_one_line(reader: BookReader) -> None:
    answer = reader.show("flags")
    assert isinstance(answer, FolderAnswer)
    assert answer.markers == "31 empty marker files named Test*.test_*"


@pytest.mark.parametrize(
    "target", ["circel", "Circel", "%", "_", "'; DROP TABLE file", "", "::", "\0"]
)
def test_nothing_found_says_what_was_covered(reader: BookReader, target: str) -> None:
    answer = reader.show(target)
    if target == "":
        assert isinstance(answer, FolderAnswer)
        return
    assert isinstance(answer, Nothing)
    assert (answer.n_files, answer.n_unparsed) == (len(_TREE), 1)


def test_a_slip_of_the_finger_gets_a_suggestion(reader: BookReader) -> None:
    answer = reader.show("Circl")
    assert isinstance(answer, Nothing)
    assert answer.close == ("Circle",)


def test_status_accounts_for_every_file(reader: BookReader) -> None:
    answer = reader.status()
    n_files = int(answer.meta["n_files"])
    assert sum(share.n_files for share in answer.roles) == n_files == len(_TREE)
    documented = sum(share.n_files for share in answer.languages)
    assert documented + sum(n for _, n in answer.reasons) == n_files
    assert dict(answer.reasons) == {"empty marker file": 31, "binary file": 1}
    assert answer.n_diagnostic_files == 1


def test_reasons_that_name_their_target_are_summed_up() -> None:
    reasons = [("symlink to a", 1), ("symlink to b", 1), ("binary file", 1), ("submodule at 1", 4)]
    assert summed_reasons(reasons) == [("submodule", 4), ("symlink", 2), ("binary file", 1)]


def test_status_tells_every_diagnostic(tmp_path: Path) -> None:
    write_tree(tmp_path / "root", {f"m{n}.py": "def f(:\n" for n in range(250)})
    make_book(tmp_path / "root", tmp_path / "book")
    answer = BookReader(tmp_path / "book").status()
    assert answer.n_diagnostic_files == 250
    assert len({path for path, _, _ in answer.diagnostics}) == 250


def test_the_files_below_a_folder_are_one_range_of_paths(tmp_path: Path) -> None:
    paths = ("a", "a-b", "a.py", "ab", "b")
    write_tree(tmp_path / "root", {f"{path}/x.txt" if path == "a" else path: "x" for path in paths})
    make_book(tmp_path / "root", tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    for asked, found in (("a", ["a/x.txt"]), ("a.py", ["a.py"]), ("a/x.txt", ["a/x.txt"])):
        files, n_all = reader.files_at(at_or_below(asked), 0, 10)
        assert ([file.path for file in files], n_all) == (found, len(found))
    condition, values = at_or_below("a")
    plan = reader.rows(f"EXPLAIN QUERY PLAN SELECT path FROM files WHERE {condition}", values)
    assert not any("MULTI-INDEX" in step or "ORDER BY" in step for *_, step in plan)
