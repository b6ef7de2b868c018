"""What a change may break: a small repository of several languages, and what is answered."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.ask.book import Book
from repobook.ask.impact.impact_answer import (
    ImpactAnswer,
    impact_of,
    impact_of_patch,
)
from repobook.ask.impact.uncommitted import uncommitted_patch
from repobook.errors import RepobookError
from repobook.index.reader.book_reader import BookReader
from repobook.model.answers import Nothing
from repobook.text.patches import ChangedFile, read_patch
from tests.fakes.books import make_book, run
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "shop/__init__.py": "from .price import Price, total_price\n",
    "shop/price.py": (
        "class Price:\n"
        "    def net(self):\n"
        "        return 1\n\n\n"
        "class Gift(Price):\n"
        "    def net(self):\n"
        "        return 0\n\n\n"
        "def total_price(items):\n"
        "    return sum(item.net() for item in items)\n"
    ),
    "shop/cart.py": (
        "from shop import total_price\n\n\n"
        "def checkout(items):\n"
        "    return total_price(items)\n\n\n"
        "def receipt(items):\n"
        "    return str(checkout(items))\n"
    ),
    "shop/settings.py": 'SUMMER = "shop.price.total_price"\n',
    "tests/test_price.py": (
        "import pytest\n"
        "from shop.price import total_price\n\n\n"
        "def test_total_price():\n"
        "    assert total_price([]) == 0\n\n\n"
        "def test_nothing():\n"
        "    pass\n"
    ),
    "tests/test_cart.py": (
        "import pytest\n"
        "from shop.cart import checkout\n\n\n"
        "class TestCart:\n"
        "    def test_checkout(self):\n"
        "        assert checkout([]) == 0\n"
    ),
    "docs/prices.md": "# Prices\n\n`total_price` adds up what things cost.\n",
    "conf/app.yaml": "hook: total_price\n",
    ".github/CODEOWNERS": "/shop/ @money\n",
    "go.mod": "module example.com/x\n",
    "grid/grid.go": "package grid\n\nfunc Sample(n int) int { return n }\n",
    "grid/grid_test.go": (
        'package grid\n\nimport "testing"\n\nfunc TestSample(t *testing.T) { Sample(1) }\n'
    ),
    "web/package.json": '{"devDependencies": {"vitest": "1"}}\n',
    "web/src/tree.ts": "export function grow(n: number) { return n }\n",
    "web/src/index.ts": "export { grow } from './tree'\n",
    "web/src/tree.spec.ts": (
        "import { grow } from './tree'\n"
        "describe('tree', () => {\n"
        "  it('grows', () => { grow(1) })\n"
        "  it('rests', () => {})\n"
        "})\n"
    ),
    "src/list.h": "int list_push(int n);\n",
    "src/list.c": '#include "list.h"\nint list_push(int n) { return n; }\n',
    "src/main.c": '#include "list.h"\nint main(void) { return list_push(1); }\n',
}
_PATCH = """\
--- a/shop/cart.py
+++ b/shop/cart.py
@@ -4,2 +4,2 @@
 def checkout(items):
-    return total_price(items)
+    return 2 * total_price(items)
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("impact")
    make_book(write_tree(folder / "root", _TREE), folder / "root.book")
    return folder / "root.book"


@pytest.fixture(scope="module")
def reader(book: Path) -> Iterator[BookReader]:
    reader = BookReader(book)
    yield reader
    reader.close()


def _impact(reader: BookReader, target: str) -> ImpactAnswer:
    answer = impact_of(reader, target)
    assert isinstance(answer, ImpactAnswer)
    return answer


def _callers(answer: ImpactAnswer) -> list[tuple[str, str, int, str]]:
    return [(c.path, c.within, c.distance, c.confidence) for c in answer.callers]


def test_callers_come_by_distance_with_what_leads_there(reader: BookReader) -> None:
    answer = _impact(reader, "total_price")
    assert _callers(answer) == [
        ("shop/cart.py", "checkout", 1, "exact"),
        ("tests/test_price.py", "test_total_price", 1, "exact"),
        ("shop/cart.py", "receipt", 2, "exact"),
        ("tests/test_cart.py", "TestCart.test_checkout", 2, "exact"),
    ]
    assert answer.callers[2].via == "checkout"
    assert answer.by_distance == ((1, "exact", 2), (2, "exact", 2))


def test_re_exports_strings_documents_and_owners_are_listed(reader: BookReader) -> None:
    answer = _impact(reader, "shop/price.py::total_price")
    assert [(p.path, p.line) for p in answer.reexports] == [("shop/__init__.py", 1)]
    assert [(p.path, p.line) for p in answer.strings] == [("shop/settings.py", 1)]
    assert [(p.path, p.line) for p in answer.documents] == [
        ("conf/app.yaml", 1),
        ("docs/prices.md", 3),
    ]
    assert [(o.owners, o.proof) for o in answer.owners] == [(("@money",), ".github/CODEOWNERS")]
    assert "uses of its public symbols in other repositories" in answer.unknown


def test_a_method_may_be_called_by_what_it_overrides(reader: BookReader) -> None:
    answer = _impact(reader, "shop/price.py::Gift.net")
    assert [symbol.qualname for symbol in answer.overridden] == ["Price.net"]
    base = _impact(reader, "shop/price.py::Price.net")
    assert [symbol.qualname for symbol in base.overrides] == ["Gift.net"]


def test_places_that_cannot_be_followed_are_listed_or_counted(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {
        f"m{n}.py": f"class C{n}:\n    def stride(self): ...\n" for n in range(10)
    }
    tree["use.py"] = "def walk(x):\n    return x.stride()\n"
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    answer = _impact(reader, "m3.py::C3.stride")
    reader.close()
    assert [(p.path, p.line, p.text) for p in answer.dynamic] == [("use.py", 2, "call in walk")]
    assert "1 place that could not be resolved" in answer.unknown


def test_the_cheapest_test_that_is_enough_comes_first_and_runs_alone(reader: BookReader) -> None:
    tests = _impact(reader, "total_price").tests
    assert [(test.command, test.is_enough) for test in tests[:2]] == [
        ("pytest tests/test_price.py::test_total_price", True),
        ("pytest tests/test_cart.py", False),
    ]


@pytest.mark.parametrize(
    ("target", "caller", "command"),
    [
        ("Sample", ("grid/grid_test.go", "TestSample"), "go test ./grid -run '^TestSample$'"),
        (
            "grow",
            ("web/src/tree.spec.ts", "tree.grows"),
            "cd web && npx vitest run src/tree.spec.ts -t grows",
        ),
    ],
)
def test_other_languages_have_their_own_commands(
    reader: BookReader, target: str, caller: tuple[str, str], command: str
) -> None:
    answer = _impact(reader, target)
    assert [(c.path, c.within) for c in answer.callers] == [caller]
    assert [test.command for test in answer.tests if test.is_enough] == [command]


def test_who_calls_a_declaration_calls_its_definition(reader: BookReader) -> None:
    assert _callers(_impact(reader, "src/list.c::list_push")) == [
        ("src/main.c", "main", 1, "exact")
    ]


def test_a_file_changes_with_all_that_it_defines(reader: BookReader) -> None:
    answer = _impact(reader, "shop/cart.py")
    assert ("tests/test_cart.py", "TestCart.test_checkout", 1, "exact") in _callers(answer)
    assert all(caller.path != "shop/cart.py" for caller in answer.callers)
    assert answer.tests[0].path == "tests/test_cart.py"


def test_a_patch_changes_the_symbols_around_its_lines(reader: BookReader) -> None:
    answer = impact_of_patch(reader, read_patch(_PATCH))
    assert [symbol.id for symbol in answer.symbols] == ["shop/cart.py::checkout"]
    assert ("shop/cart.py", "receipt", 1, "exact") in _callers(answer)
    assert answer.tests[0].command == "pytest tests/test_cart.py::TestCart::test_checkout"


def test_a_patch_that_was_applied_before_the_book_was_built_is_read_by_its_other_side(
    reader: BookReader,
) -> None:
    undone = _PATCH.replace("-    return", "?").replace("+    return", "-    return")
    answer = impact_of_patch(reader, read_patch(undone.replace("?", "+    return")))
    assert [symbol.id for symbol in answer.symbols] == ["shop/cart.py::checkout"]


def test_a_patch_for_another_version_is_said_and_not_guessed(reader: BookReader) -> None:
    answer = impact_of_patch(reader, read_patch(_PATCH.replace("def checkout", "def paid")))
    assert answer.symbols == ()
    assert any("another version" in text for text in answer.unknown)
    fresh = impact_of_patch(reader, read_patch(_PATCH.replace("shop/cart", "shop/new")))
    assert fresh.files == ()
    assert any("shop/new.py is not in the book" in text for text in fresh.unknown)


def test_what_is_not_there_is_not_guessed(reader: BookReader) -> None:
    assert isinstance(impact_of(reader, "nothing_like_it"), Nothing)


def _git(root: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", "-C", str(root), *who, *words], check=True, capture_output=True)


def test_the_uncommitted_tree_is_compared_with_its_last_commit(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", _TREE)
    with pytest.raises(RepobookError):
        uncommitted_patch(str(tmp_path))
    _git(root, "init", "-q")
    _git(root, "add", "-A")
    _git(root, "commit", "-qm", "All")
    make_book(root, tmp_path / "root.book")
    assert uncommitted_patch(str(root / "shop")) == ()
    cart = root / "shop/cart.py"
    cart.write_text(cart.read_text().replace("return total", "return 2 * total"))
    (root / "docs/prices.md").unlink()
    write_tree(root, {".gitignore": "*.log\n", "a.log": "x = 1\n", "shop/new.py": "x = 1\n"})
    done = run("impact", "--json", "--book", str(tmp_path / "root.book"), cwd=root / "shop")
    data = json.loads(done.stdout)["data"]
    assert [symbol["id"] for symbol in data["symbols"]] == ["shop/cart.py::checkout"]
    assert sorted(data["files"]) == ["docs/prices.md", "shop/cart.py"]
    new = [text for text in data["unknown"] if "not in the book" in text]
    assert [text.split()[0] for text in new] == [".gitignore", "shop/new.py"]


def test_files_that_git_does_not_track_are_changed_whole(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"a.py": "def f():\n    return 1\n"})
    _git(root, "init", "-q")
    _git(root, "add", "-A")
    _git(root, "commit", "-qm", "All")
    new = "from b import g\n\ndef test_g():\n    assert g()\n\ndef test_nothing():\n    pass\n"
    write_tree(root, {"b.py": "def g():\n    return 1\n", "test_b.py": new})
    make_book(root, tmp_path / "root.book")
    with Book(tmp_path / "root.book") as book:
        answer = book.uncommitted_impact(str(root))
    assert answer.files == ("b.py", "test_b.py")
    assert {"b.py::g", "test_b.py::test_g"} <= {symbol.id for symbol in answer.symbols}
    (test,) = answer.tests
    assert (test.path, test.is_enough, test.reasons) == ("test_b.py", True, ("changed itself",))


def test_many_files_that_the_book_does_not_have_are_counted(reader: BookReader) -> None:
    patch = [ChangedFile(f"new/{n}.py", "", ()) for n in range(30)]
    unknown = impact_of_patch(reader, patch).unknown
    assert "20 more files of the change are not in the book" in unknown
    assert sum("new/" in text for text in unknown) == 10


def test_a_test_that_is_changed_is_run_by_itself(reader: BookReader) -> None:
    hunk = "@@ -6 +6 @@\n-    assert total_price([]) == 0\n+    assert total_price([]) == 1\n"
    patch = f"--- a/tests/test_price.py\n+++ b/tests/test_price.py\n{hunk}"
    test = impact_of_patch(reader, read_patch(patch)).tests[0]
    assert (test.path, test.is_enough) == ("tests/test_price.py", True)
    assert test.command == "pytest tests/test_price.py::test_total_price"


def test_the_command_prints_who_notices_and_what_to_run(book: Path) -> None:
    done = run("impact", "total_price", "--book", str(book), cwd=book.parent)
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "callers: 4 (2 at distance 1; 2 at distance 2)" in text
    assert "owners: @money (.github/CODEOWNERS:1)" in text
    assert "  pytest tests/test_price.py::test_total_price\n" in text
    assert b"unknown: uses of its public symbols in other repositories" in done.stderr
    go = run("impact", "Sample", "--book", str(book), cwd=book.parent).stdout.decode()
    assert "  go test ./grid -run '^TestSample$'  grid/grid_test.go\n" in go


def test_the_command_reads_a_patch_from_a_file_and_refuses_what_is_none(
    book: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.patch").write_text(_PATCH)
    (tmp_path / "b.patch").write_text("not a patch")
    done = run("impact", "a.patch", "--json", "--book", str(book), cwd=tmp_path)
    assert json.loads(done.stdout)["data"]["files"] == ["shop/cart.py"]
    done = run("impact", "b.patch", "--book", str(book), cwd=tmp_path)
    assert (done.returncode, b"not a patch" in done.stderr) == (2, True)


def test_a_patch_may_touch_no_symbol(book: Path, tmp_path: Path) -> None:
    old = "@@ -1 +1 @@\n-from shop import total_price\n+from shop import total_price as t\n"
    (tmp_path / "a.diff").write_text(f"--- a/shop/cart.py\n+++ b/shop/cart.py\n{old}")
    done = run("impact", "a.diff", "--book", str(book), cwd=tmp_path)
    assert (done.returncode, done.stderr[:9]) == (0, b"unknown: ")
    assert b"no caller found" in done.stdout
    assert b"pytest tests/test_cart.py" in done.stdout


def test_a_question_in_words_leads_there(book: Path) -> None:
    asked = "what breaks if I change total_price"
    done = run("search", asked, "--book", str(book), cwd=book.parent)
    assert b"4 callers, 2 test files to run" in done.stdout
