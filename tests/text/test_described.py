import pytest

from repobook.text.described import described


def words_of(text: str, path: str = "a/scan.py", document: str = "a/README.md") -> str:
    found = described(text.split("\n"), document, path, is_only=False)
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
    ],
)
def test_a_mention_is_no_description(text: str) -> None:
    assert words_of(text) == ""


def test_a_section_under_its_name_describes_the_only_file_of_that_name() -> None:
    lines = ["server.c", "---", "", "This is the entry point", "of the server. More.", ""]
    found = described(lines, "README.md", "src/server.c", is_only=True)
    assert found == (4, 5, "This is the entry point of the server.")
    assert described(lines, "README.md", "src/server.c", is_only=False) is None


def test_lines_are_those_of_the_sentence() -> None:
    lines = ["* scan.py: Lists files. It is", "  quick.", "* b.py: Other things"]
    assert described(lines, "README.md", "scan.py", is_only=False) == (1, 1, "Lists files.")


def test_hostile_lines_cost_little() -> None:
    lines = ["`" * 1_000 + "scan.py" * 100, "-" * 1_900 + "scan.py", "scan.py" * 100_000]
    assert described(lines * 100, "README.md", "scan.py", is_only=True) is None
