"""Keywords of files and folders, and names under a prefix: answers over a small book."""

import pytest

from repobook.ask.keywords_answer import FileKeywords, FolderKeywords, PrefixAnswer, keywords_of
from repobook.index.reader.book_reader import BookReader
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> BookReader:
    folder = tmp_path_factory.mktemp("keywords")
    tree: dict[str, str | bytes] = {
        ".tools/paging.py": "def paged_read():\n    pass\n",
        "lib/fusing.py": "def fused_write():\n    pass\n\n\ndef _paged():\n    pass\n",
    }
    make_book(write_tree(folder / "root", tree), folder / "book")
    return BookReader(folder / "book")


def test_folder_whose_name_begins_with_a_dot(reader: BookReader) -> None:
    answer = keywords_of(reader, "./.tools/", 10)
    assert isinstance(answer, FolderKeywords)
    assert answer.path == ".tools"
    assert "paged_read" in [one.keyword for one in answer.keywords]


@pytest.mark.parametrize("root", [".", "", "./"])
def test_root_has_the_keywords_of_all_files(reader: BookReader, root: str) -> None:
    answer = keywords_of(reader, root, 10)
    assert isinstance(answer, FolderKeywords)
    assert (answer.path, answer.n_files) == (".", 2)


def test_file_by_the_end_of_its_path(reader: BookReader) -> None:
    answer = keywords_of(reader, "fusing.py", 1)
    assert isinstance(answer, FileKeywords)
    assert answer.path == "lib/fusing.py"
    assert answer.is_cut
    assert answer.keywords[0].score > 0


def test_private_names_are_found_by_their_mark_alone(reader: BookReader) -> None:
    names = {}
    for prefix in ("PAGED*", "_p*"):
        answer = keywords_of(reader, prefix, 10)
        assert isinstance(answer, PrefixAnswer)
        names[prefix] = [one.name for one in answer.names]
    assert names == {"PAGED*": ["paged_read"], "_p*": ["_paged"]}
