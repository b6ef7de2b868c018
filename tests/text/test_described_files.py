import pytest

from repobook.model.facts import Description
from repobook.text.documents.described_files import descriptions, is_about
from repobook.text.documents.document import Document
from tests.fakes.documents import document


def described(text: Document, place: str, path: str, is_only: bool) -> Description | None:
    about = (one for one in descriptions(text) if is_about(one, place, path, is_only))
    return next(about, None)


def words_of(text: str) -> str:
    found = described(document(text), "a/README.md", "a/scan.py", is_only=False)
    return found.words if found else ""


@pytest.mark.parametrize(
    "text",
    [
        "* `scan.py`: Lists all files",
        "- [scan.py](scan.py) - Lists all files",
        "| `scan.py` | Lists all files |",
        "1. **scan.py** -- Lists all files",
        "* ./scan.py: Lists all files. Quickly.",
        "* a/scan.py: Lists all\n  files",
    ],
)
def test_an_item_of_a_list_or_table_describes_a_file(text: str) -> None:
    assert words_of(f"Files:\n\n{text}\n").rstrip(".") == "Lists all files"


@pytest.mark.parametrize(
    "text",
    [
        "Run ./scan.py --all to see all files",
        "./scan.py --all --now",
        "[scan.py]: https://example.org/scan.py",
        "* other/scan.py: Lists all files",
        "* `scan.py`: 1",
        "* `rescan.py`: Lists all files",
        "The file scan.py: Lists all files",
        "```\n* `scan.py`: Lists all files\n```",
    ],
)
def test_a_mention_is_no_description(text: str) -> None:
    assert words_of(text) == ""


def test_a_section_under_its_name_describes_the_only_file_of_that_name() -> None:
    text = document("server.c\n---\n\nThis is the entry point\nof the server. More.\n")
    found = described(text, "README.md", "src/server.c", is_only=True)
    assert found
    assert found[2:] == (4, 5, "This is the entry point of the server.", True)
    assert described(text, "README.md", "src/server.c", is_only=False) is None


def test_lines_are_those_of_the_sentence() -> None:
    text = document("* scan.py: Lists files. It is\n  quick.\n* b.py: Other things\n")
    found = described(text, "README.md", "scan.py", is_only=False)
    assert found == ("scan.py", "", 1, 1, "Lists files.", False)


def test_hostile_lines_cost_little() -> None:
    lines = ["`" * 1_000 + "scan.py" * 100, "-" * 1_900 + "scan.py", "scan.py" * 100_000]
    assert described(document("\n".join(lines * 100)), "README.md", "scan.py", is_only=True) is None


def test_a_section_is_told_by_the_sentence_that_names_the_file() -> None:
    text = (
        "db.c\n---\n\nSome commands are special. Generic ones\nare defined inside `db.c`. More.\n"
    )
    found = described(document(text), "README.md", "src/db.c", is_only=True)
    assert found
    assert found[2:5] == (4, 5, "Generic ones are defined inside `db.c`.")


def test_a_paragraph_goes_on_where_a_line_begins_with_a_name() -> None:
    text = (
        "# scan.py\n\nRows were described above. Inside\n`scan.py` there is all that lists files.\n"
    )
    found = described(document(text), "README.md", "a/scan.py", is_only=True)
    assert found
    assert found.words == "Inside `scan.py` there is all that lists files."
