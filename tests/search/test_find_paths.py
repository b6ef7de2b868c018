"""Paths in queries: what was typed, and the file or folder that is meant."""

from collections.abc import Iterator

import pytest

from repobook.index.reader.book_reader import BookReader
from repobook.search.find.find_paths import PathQuery, Paths, read_path
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "init.py": "",
    "nn/init.py": "x = 1\n",
    "nn/deep/xinit.py": "x = 1\n",
    "nn/Init.md": "# x\n",
    "test/help.py": "x = 1\n",
    "tools/long/help.py": "x = 1\n",
    "a/deep/x.md": "# x\n",
    "a/deep/y.md": "# y\n",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nn/init.py", PathQuery("nn/init.py", 0, True)),
        ("./nn/init.py:12", PathQuery("nn/init.py", 12, True)),
        ("init.py:12:5:", PathQuery("init.py", 12, True)),
        ("'a\\b.py'", PathQuery("a/b.py", 0, True)),
        ("init.py", PathQuery("init.py", 0, False)),
        ("Class.method", PathQuery("Class.method", 0, False)),
        ("nn/", PathQuery("nn", 0, True)),
        ("softmax", None),
        ("a::b", None),
        ("two words.py", None),
        ("", None),
        ("/", None),
        ("x" * 501 + ".py", None),
    ],
)
def test_a_slash_a_line_or_an_extension_tells_a_path(text: str, found: PathQuery | None) -> None:
    assert read_path(text) == found


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paths]:
    folder = tmp_path_factory.mktemp("paths")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    reader = BookReader(folder / "book")
    yield Paths(reader)
    reader.close()


def _files(paths: Paths, fragment: str) -> list[str]:
    return [one.path for one in paths.files(fragment, True)]


def test_the_very_path_comes_first_then_ends_then_pieces(paths: Paths) -> None:
    assert _files(paths, "init.py") == ["init.py", "nn/init.py", "nn/deep/xinit.py"]


def test_what_may_be_no_path_is_found_whole_or_not_at_all(paths: Paths) -> None:
    assert [one.path for one in paths.files("init.py", False)] == ["init.py", "nn/init.py"]
    assert paths.files("nit.p", False) == []


def test_tests_come_last(paths: Paths) -> None:
    assert _files(paths, "help.py") == ["tools/long/help.py", "test/help.py"]


def test_case_does_not_count(paths: Paths) -> None:
    assert _files(paths, "NN/init.MD") == ["nn/Init.md"]


def test_a_path_from_elsewhere_counts_by_its_end(paths: Paths) -> None:
    assert _files(paths, "home/me/repo/nn/init.py") == ["nn/init.py"]
    assert _files(paths, "home/me/nowhere.py") == []


def test_folders_are_found_by_the_end_of_their_path(paths: Paths) -> None:
    assert [one.path for one in paths.folders("deep")] == ["a/deep", "nn/deep"]
    assert [one.path for one in paths.folders("nn")] == ["nn"]
    assert paths.folders("ee") == []
    assert paths.n_files("nn") == 3
