"""What each file of a small repository is for, by the public view, and in an edited one."""

from pathlib import Path

import apsw

from repobook import verify_book
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree

TREE = {
    "README.md": "# Shop\n\nSells fences.\n\n* `shop/price.py`: Knows what fences cost.\n",
    "pyproject.toml": '[project]\nname = "shop"\ndescription = "Sells fences over a counter."\n',
    "shop/__init__.py": "from .cart import Cart\n",
    "shop/cart.py": '"""Holds what a customer takes along."""\n\n\nclass Cart:\n    pass\n',
    "shop/price.py": "def total(items):\n    return sum(items)\n",
    "shop/tax.py": "from .price import total\n\n\ndef rate(x):\n    return total([x])\n",
    "shop/till.py": "from .tax import rate\n\n\nclass Till:\n    def pay(self):\n        rate(1)\n",
    "tests/test_tax.py": "from shop.tax import rate\n\n\ndef test_rate():\n    assert rate(1)\n",
    "tests/test_all.py": "from shop.tax import rate\n\n\ndef test_it():\n    assert rate(1)\n",
}


def purposes(book: Path) -> dict[str, tuple[str, str, str, int]]:
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    query = "SELECT path, purpose, purpose_source, purpose_path, purpose_line FROM files"
    return {path: row for path, *rest in db.execute(query) for row in [tuple(rest)]}


def test_the_best_source_is_taken(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", dict(TREE))
    make_book(root, tmp_path / "book")
    found = purposes(tmp_path / "book")
    assert found["shop/cart.py"] == (
        *("Holds what a customer takes along.", "own words", "shop/cart.py", 1),
    )
    assert found["shop/price.py"] == ("Knows what fences cost.", "document", "README.md", 5)
    assert found["shop/__init__.py"] == (
        *("Sells fences over a counter.", "package", "pyproject.toml", 3),
    )
    assert found["shop/tax.py"] == (
        "Defines function `rate`: `return total([x])`; used by `shop/till.py`",
        *("derived", "shop/tax.py", 4),
    )
    assert found["tests/test_tax.py"][0] == "Tests `shop/tax.py`: `rate`"
    assert found["tests/test_all.py"][0] == "Tests `rate`; uses `shop/tax.py`"


def test_tests_are_told_by_what_they_try(tmp_path: Path) -> None:
    tree = {
        "src/list.h": "#define LIST_ADD(a, b) (a = b)\n#define LIST_CUT(a) (a = 0)\n",
        "tests/t7.c": '#include "../src/list.h"\n\nstruct el { int id; };\n\n'
        'int main(void) {\n  int a, b;\n  printf("x");\n  LIST_ADD(a, b);\n  LIST_CUT(a);\n}\n',
        "src/main.rs": "mod shop;\n\nfn main() {\n  let n = std::env::args().count();\n"
        "  shop::open(n);\n  shop::sell(n);\n}\n",
        "src/shop.rs": "pub fn open(n: usize) {}\npub fn sell(n: usize) {}\n",
        "tests/test_more.py": "from shop.head import parse_head\n\n\nclass TestParseHead:\n"
        "    def test_parse_head_folds(self):\n        parse_head(1)\n",
        "shop/head.py": "def parse_head(x):\n    return x\n",
        "tests/test_odd.py": "from shop.head import parse_head\n\n\n"
        "def test_parse_head_folds():\n    parse_head(1)\n\n\n"
        "def test_parse_head_joins_two():\n    parse_head(1)\n\n\n"
        "def test_empty_body():\n    parse_head(1)\n",
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    found = {path: row[0] for path, row in purposes(tmp_path / "book").items()}
    assert found["tests/t7.c"] == "Exercises `LIST_ADD`, `LIST_CUT` of `src/list.h`"
    assert found["src/main.rs"] == "Is a program that calls `shop.open`, `shop.sell`"
    assert found["tests/test_more.py"] == "Tests `parse_head` folds; uses `shop/head.py`"
    assert found["tests/test_odd.py"] == (
        "Tests `parse_head` (folds, joins two), empty body; uses `shop/head.py`"
    )


def test_who_says_nothing_is_told_by_the_words_of_others(tmp_path: Path) -> None:
    tree = {
        "include/pool.h": "/* Lends out blocks of memory, and takes them back. */\nint f(void);\n",
        "src/pool.c": '#include "../include/pool.h"\n\nint f(void) {\n  return 1;\n}\n',
        "shop/base.py": '"""What all shelves have in common."""\n\n\nclass Shelf:\n    pass\n',
        "shop/top.py": "from .base import Shelf\n\n\nclass Top(Shelf):\n"
        "    def put(self):\n        pass\n",
        "tests/test_base.py": "from shop.base import Shelf\n\n\n"
        "def test_stays_empty():\n    assert Shelf()\n",
        "cmd/cut.rs": "static USAGE: &'static str = \"\nCuts columns out of a table.\n\n"
        'Usage: cut\n";\npub fn run() {}\n',
        "tests/test_cut.rs": "#[test]\nfn no_headers() {\n    assert!(true);\n}\n",
        "examples/README.md": "# All\n\n- [till](./till) - Counting coins at a till\n",
        "examples/till/index.js": "var a = require('a')\nvar app = a(1)\napp.listen(80)\n",
        "examples/till/view.ejs": "<html>\n",
        "docs/timer.md": "# Timer\n\nTimers call back what waits for a moment.\n",
        "src/timer.c": "int tick(void) {\n  return wait(1);\n}\n",
        "tests/ui/bad.rs": "fn main() { cut(1, 2); }\n",
        "tests/ui/bad.stderr": "error: `cut` takes one column\n --> tests/ui/bad.rs:1:9\n",
        "demo/README.md": "# Demo\n\nShows how a fence is painted.\n",
        "demo/paint.py": "def paint(a):\n    dip(a)\n",
    }
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    found = {path: row[0] for path, row in purposes(tmp_path / "book").items()}
    assert found["src/pool.c"] == (
        "Defines function `f`: `return 1`; belongs to `include/pool.h:1` "
        "(`f`: “Lends out blocks of memory, and takes them back”)"
    )
    assert found["shop/top.py"] == (
        "Defines class `Top` (`Shelf`) with `put`; inherits from `shop/base.py:1` "
        "(“What all shelves have in common”)"
    )
    assert found["tests/test_base.py"] == (
        "Tests `shop/base.py:1` (“What all shelves have in common”): stays empty"
    )
    assert found["cmd/cut.rs"] == "Cuts columns out of a table."
    assert found["tests/test_cut.rs"] == (
        "Tests no headers; named for `cmd/cut.rs:2` (“Cuts columns out of a table”)"
    )
    assert found["examples/till/index.js"] == "Counting coins at a till"
    assert found["examples/till/view.ejs"].endswith(
        "; explained in `examples/README.md:3` (“Counting coins at a till”)"
    )
    assert found["src/timer.c"].endswith(
        "; has the name of `docs/timer.md:3` (“Timers call back what waits for a moment”)"
    )
    assert found["tests/ui/bad.rs"].endswith(
        "; expects `tests/ui/bad.stderr:1` (“error: 'cut' takes one column”)"
    )
    assert found["demo/paint.py"].endswith(
        "; explained in `demo/README.md:3` (“Shows how a fence is painted”)"
    )
    assert verify_book(tmp_path / "book", root).problems == ()
    forged = (root / "include/pool.h").read_text().replace("Lends out", "Never lends")
    write_tree(root, {"include/pool.h": forged})
    assert "src/pool.c" in " ".join(map(str, verify_book(tmp_path / "book", root).problems))


def test_a_document_that_falls_silent_gives_way_to_the_next_source(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", dict(TREE))
    make_book(root, tmp_path / "book")
    write_tree(root, {"README.md": "# Shop\n\nSells fences.\n"})
    make_book(root, tmp_path / "book")
    assert purposes(tmp_path / "book")["shop/price.py"][1] == "derived"


def test_what_is_quoted_of_a_case_stands_in_the_cited_lines(tmp_path: Path) -> None:
    one = "TEST(Pool, check_free) {\n  f();\n}\n"
    other = "// This should just free the pointer correctly.\nTEST(Pool, other) {\n  f();\n}\n"
    above = "// Verifies that the pool is registered properly.\nTEST(Pool, third) {\n  use();\n}\n"
    head = "#include <gtest/gtest.h>\n\n"
    tree = {"test/a_test.cpp": head + one + "\n" + other, "test/b_test.cpp": head + above}
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    assert verify_book(tmp_path / "book", root).problems == ()


def test_a_test_is_for_the_file_of_its_name_beside_it(tmp_path: Path) -> None:
    text = "def one():\n    return 1\n\n\ndef two():\n    return 2\n"
    uses = "from admin import http\nfrom lookup.http import one, two\n\n\n"
    case = "def test_topics():\n    assert one() + two() + one() and http\n"
    tree = {f"{folder}/__init__.py": "" for folder in ("admin", "lookup")}
    tree |= {"admin/http.py": text, "lookup/http.py": text, "admin/http_test.py": uses + case}
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    purpose, *_ = purposes(tmp_path / "book")["admin/http_test.py"]
    assert purpose.startswith("Tests `admin/http.py`: topics")


def test_words_of_another_class_are_not_quoted_for_a_base(tmp_path: Path) -> None:
    bins = (
        'class Fence:\n    """Maps what a gardener plants into rows."""\n\n    def a(self):\n'
        "        return 1\n\n    def b(self):\n        return 2\n\n\nclass Slat:\n    pass\n"
    )
    head = "from .wood import {0}\n\n\nclass {1}({0}):\n    def cut(self):\n        pass\n"
    tree = {
        "shop/wood.py": bins,
        "shop/thin.py": head.format("Slat", "Thin"),
        "shop/high.py": head.format("Fence", "High"),
    }
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    found = {path: row[0] for path, row in purposes(tmp_path / "book").items()}
    assert found["shop/thin.py"] == "Defines class `Thin` (`Slat`) with `cut`"
    assert found["shop/high.py"] == (
        "Defines class `High` (`Fence`) with `cut`; inherits from `shop/wood.py:2` "
        "(`Fence`: “Maps what a gardener plants into rows”)"
    )
    # An import that leads to another class of the same file.
    write_tree(root, {"shop/thin.py": head.format("Fence", "Thin")})
    make_book(root, tmp_path / "book")
    assert "(`Fence`: “Maps what" in purposes(tmp_path / "book")["shop/thin.py"][0]
    make_book(root, tmp_path / "afresh")
    assert purposes(tmp_path / "book") == purposes(tmp_path / "afresh")


def test_words_that_many_files_repeat_are_those_of_the_project(tmp_path: Path) -> None:
    head = "/* Shop - reference source code package. */\n\n"
    tree = {f"src/{name}.c": f"{head}int {name}(void) {{ return 1; }}\n" for name in ("cut", "saw")}
    tree |= {"src/cut.h": f"{head}int cut(void);\n"}
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    assert purposes(tmp_path / "book")["src/cut.c"][0].startswith("Shop - reference")
    write_tree(root, {"src/nail.c": f"{head}int nail(void) {{ return 1; }}\n"})
    make_book(root, tmp_path / "book")
    assert purposes(tmp_path / "book")["src/saw.c"][0] == "Defines function `saw`"
    make_book(root, tmp_path / "afresh")
    assert purposes(tmp_path / "book") == purposes(tmp_path / "afresh")
    (root / "src/nail.c").unlink()
    make_book(root, tmp_path / "book")
    assert purposes(tmp_path / "book")["src/saw.c"][0].startswith("Shop - reference")


def test_a_note_on_a_case_is_not_what_a_test_is_for(tmp_path: Path) -> None:
    text = "// {} what a pot can do.\n\ntest('pours tea', () => {{ pour() }})\n"
    tree = {
        "test/pot.test.js": text.format("Not all of the output shows"),
        "test/can.test.js": text.format("Tests of"),
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    found = {path: row[0] for path, row in purposes(tmp_path / "book").items()}
    assert found["test/pot.test.js"] == "Tests “pours tea”"
    assert found["test/can.test.js"] == "Tests of what a pot can do."


def test_a_test_is_for_the_file_of_its_name_in_folders_of_its_names(tmp_path: Path) -> None:
    tree = {
        "lib/shop/fences.rb": "module Shop\n  class Fences\n    def cut; end\n  end\nend\n",
        "lib/shop/errors/fence.rb": "module Shop\n  class Fence\n    def bad; end\n  end\nend\n",
        "spec/shop/fences_spec.rb": "require 'shop/fences'\nrequire 'shop/errors/fence'\n\n"
        "describe Shop::Fences do\n  it 'stays green' do\n    Shop::Fence.new.bad\n"
        "    Shop::Fence.new\n    Shop::Fences.new.cut\n  end\nend\n",
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    text = purposes(tmp_path / "book")["spec/shop/fences_spec.rb"][0]
    assert text.startswith("Tests `lib/shop/fences.rb`: ")


def test_a_fixture_is_for_the_case_that_names_it(tmp_path: Path) -> None:
    spec = "describe('hooks', () => {\n  it('runs all of them', () => {\n    run('{0}')\n  })\n})\n"
    tree = {
        "test/hooks.spec.js": spec.replace("{0}", "./hooks/cascade.js"),
        "test/fixtures/hooks/cascade.js": "before(() => log(1))\n",
        "test/a/config.ru": "run App\n",
        "test/b/config.ru": "run Other\n",
        "test/other.spec.js": spec.replace("{0}", "config.ru"),
    }
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    found = {path: row[0] for path, row in purposes(tmp_path / "book").items()}
    use = "; used by `test/hooks.spec.js:2-3` (“runs all of them”)"
    assert found["test/fixtures/hooks/cascade.js"].endswith(use)
    assert "used by" not in found["test/a/config.ru"]
    assert verify_book(tmp_path / "book", root).problems == ()
    write_tree(root, {"test/hooks.spec.js": "\n" + spec.replace("{0}", "hooks/cascade.js")})
    make_book(root, tmp_path / "book")
    make_book(root, tmp_path / "afresh")
    assert purposes(tmp_path / "book") == purposes(tmp_path / "afresh")
    assert "spec.js:3-4`" in purposes(tmp_path / "book")["test/fixtures/hooks/cascade.js"][0]


def test_a_sentence_about_an_example_describes_its_folder(tmp_path: Path) -> None:
    tree = {
        "examples/README.md": "# Examples\n\n### Chat\n\nThe `chat` example shows a basic\n"
        "chat with an input of several lines.\n",
        "examples/chat/main.go": "package main\n\nfunc main() {\n\trun(1)\n\tshow(2)\n}\n",
    }
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    text, source, path, line = purposes(tmp_path / "book")["examples/chat/main.go"]
    assert text == "The `chat` example shows a basic chat with an input of several lines."
    assert (source, path, line) == ("document", "examples/README.md", 5)
    assert verify_book(tmp_path / "book", root).problems == ()


def test_a_readme_describes_the_files_that_its_subject_names(tmp_path: Path) -> None:
    tree = {
        "README.md": "# parson\n\nParson is a lightweight library that reads JSON.\n",
        "src/parson.c": "int parse(void) { return 1; }\n",
        "src/parson.h": "int parse(void);\n",
        "src/other.c": "int other(void) { return 2; }\n",
        "deep/er/parson.c": "int deep(void) { return 3; }\n",
    }
    root, book = write_tree(tmp_path / "root", tree), tmp_path / "book"
    make_book(root, book)
    words = "Parson is a lightweight library that reads JSON."
    described = {path for path, (text, *_) in purposes(book).items() if text == words}
    assert described == {"README.md", "src/parson.c", "src/parson.h"}
    (root / "README.md").write_text("# jason\n\nJason is a lightweight library that reads JSON.\n")
    make_book(root, book)
    make_book(root, tmp_path / "fresh", use_cache=False)
    assert_same_book(book, tmp_path / "fresh")
    assert "Jason" not in purposes(book)["src/parson.c"][0]
