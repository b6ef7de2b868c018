"""Lines of a document, and what they say of folders."""

import pytest

from repobook.text.documents.folder_notes import FolderNote, folder_notes
from tests.fakes.documents import document

FOLDERS = {"c10": "c10", "src/core": "src/core", "core": "src/core"}


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("* [c10](c10) - Core files that work.", ("c10", "Core files that work.", 1, 1)),
        ("- `c10/`: the small [base](x) of it", ("c10", "the small base of it", 1, 1)),
        ("| `src/core` | Holds the whole logic |", ("src/core", "Holds the whole logic", 1, 1)),
        (
            "- **`core`**: The centre of\n  it all. More.",
            ("src/core", "The centre of it all.", 1, 2),
        ),
        ("- [x](src/core) - Where it is made.", ("src/core", "Where it is made.", 1, 1)),
    ],
)
def test_entries_begin_with_a_folder(text: str, note: tuple[str, str, int, int]) -> None:
    assert list(folder_notes(document(text), FOLDERS)) == [FolderNote(*note)]


def test_bare_names_count_where_most_of_the_list_are_folders() -> None:
    kinds = ["- `feat`: A new feature of it", "- `c10`: Only changes of it", "- `fix`: Mends a bug"]
    assert list(folder_notes(document("\n".join(kinds)), FOLDERS)) == []
    folders = ["- `c10`: The small base of it", "- `core`: The large rest of it"]
    notes = folder_notes(document("\n".join(folders)), FOLDERS)
    assert [note.folder for note in notes] == ["c10", "src/core"]


def test_a_link_that_leads_elsewhere_is_no_folder() -> None:
    text = "- [c10](https://example.org/c10) - Our pages about it"
    assert list(folder_notes(document(text), FOLDERS)) == []


def test_only_the_next_cell_of_a_table_counts() -> None:
    (note,) = folder_notes(document("| `c10/` | Holds the base of it | owner |"), FOLDERS)
    assert note.text == "Holds the base of it"


@pytest.mark.parametrize(
    "text",
    ["* [c10](c10) - label", "c10 - Core files that work.", "* `other`: words of it", "* " * 9],
)
def test_other_lines_say_nothing(text: str) -> None:
    assert list(folder_notes(document(f"{text}\n{'x' * 100_000}"), FOLDERS)) == []
