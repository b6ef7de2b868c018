"""The volume ends with the words of the repository."""

from pathlib import Path

from tests.fakes.books import make_book
from tests.fakes.trees import write_tree


def _type(name: str, words: str) -> str:
    return f'class {name}:\n    """{words}"""\n\n    def run(self):\n        pass\n\n\n'


def test_types_that_others_use_are_explained_by_their_authors(tmp_path: Path) -> None:
    words = {
        "Spider": "Reads pages of a site,\n    one after the other.",
        "Item": "What a spider finds on a page.",
        "Queue": "Holds requests until they are due.",
        "Note": "NOTE: this is going to be removed soon.",
        "Alone": "Nobody uses this one but its tests.",
    }
    types = "".join(_type(name, text) for name, text in words.items())
    users = {
        f"{n}.py": "from types_of import Item, Note, Queue, Spider\n\n\ndef f():\n"
        "    return Item(), Note(), Queue(), Spider()\n"
        for n in "abc"
    }
    files: dict[str, str | bytes] = {"types_of.py": types, **users}
    make_book(write_tree(tmp_path / "root", files), tmp_path / "book")
    markdown = (tmp_path / "book/markdown/comprehensive_book.md").read_text("utf-8")
    section = markdown.partition("\n## Glossary")[2]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| [")]
    assert [row[0].partition("]")[0] for row in rows] == ["| [`Item`", "| [`Queue`", "| [`Spider`"]
    assert "Reads pages of a site, one after the other." in rows[2][2]
    assert "types_of.py:2-3" in rows[2][2]
