"""The volume follows calls from where work enters."""

from pathlib import Path

from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_HELPERS = [f"step{n}" for n in range(9)]
_SERVER = (
    "from work import handle, log\n\n\nclass Server:\n    def serve(self, request):\n"
    "        log(request)\n        self.prepare(request)\n        return handle(request)\n\n"
    "    def prepare(self, request):\n        if request:\n            log(request)\n"
)
_WORK = (
    "def log(text):\n    print(text)\n\n\ndef handle(request):\n"
    + "".join(f"    {name}(request)\n" for name in _HELPERS)
    + "".join(f"\n\ndef {name}(request):\n    if request:\n        log()\n" for name in _HELPERS)
)


def _steps(markdown: str) -> list[tuple[str, str]]:
    section = markdown.partition("## Follow the Calls")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")][2:]
    return [(row[0].strip("| "), row[1].strip("`")) for row in rows]


def test_calls_stand_in_the_order_of_their_lines(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"server.py": _SERVER, "work.py": _WORK}
    make_book(write_tree(tmp_path / "root", files), tmp_path / "book")
    markdown = (tmp_path / "book/markdown/comprehensive_book.md").read_text("utf-8")
    assert "### `Server.serve` [`server.py:5-8`]" in markdown
    steps = _steps(markdown)
    assert steps[:3] == [("1", "Server.prepare"), ("2", "handle"), ("2.1", "step0")]
    assert [name for _, name in steps[2:8]] == _HELPERS[:6]
    assert "8 of 19" in markdown  # what is left out is counted


def test_what_leads_nowhere_is_no_walk(tmp_path: Path) -> None:
    make_book(write_tree(tmp_path / "root", {"a.py": "def f():\n    g()\n"}), tmp_path / "book")
    markdown = (tmp_path / "book/markdown/comprehensive_book.md").read_text("utf-8")
    assert "Follow the Calls" not in markdown
