"""Every link to lines leads to a place at most twenty lines above them."""

import re
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from repobook.render.markdown.markdown_reader import cited_lines, read_page
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

FUNCTIONS = "".join(
    f'def f{n}(a):\n    """Adds {n} to it."""\n    if a:\n        return f{n - 1}(a)\n\n\n'
    for n in range(1, 40)
)
TREE = {
    "README.md": "# Adds\n\nAdds numbers.\n\n* `pkg/adds.py`: All that adds numbers.\n",
    "pkg/__init__.py": "",
    "pkg/adds.py": f"def f0(a): return a\n\n\n{FUNCTIONS}",
    "pkg/uses.py": "\n" * 70 + "from pkg.adds import f7, f9\n\n\nprint(f7(1), f9(2))\n",
    "tests/test_adds.py": "from pkg.adds import f3\n\n\ndef test_f3():\n    assert f3(1)\n",
}


def test_each_link_to_lines_lands_just_above_them(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", TREE)
    make_book(root, tmp_path / "book")
    folder = tmp_path / "book/markdown"
    pages = {
        str(path.relative_to(folder)): read_page(path.read_text()) for path in folder.rglob("*.md")
    }
    distances = []
    for name, page in pages.items():
        for link in page.links:
            lines = cited_lines(link.lines)
            if lines is None:
                continue
            to, _, anchor = link.address.partition("#")
            target = normpath(join(dirname(name), unquote(to))) if to else name
            assert anchor in pages[target].anchors, (name, link)
            landing = re.fullmatch(r"L(\d+)", anchor)
            assert landing, (name, link)
            distances.append(lines[0] - int(landing[1]))
    assert len(distances) > 300
    assert min(distances) >= 0
    assert max(distances) < 20
