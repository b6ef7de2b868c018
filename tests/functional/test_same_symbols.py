"""Declarations and definitions that are one thing, however often a file says so."""

from pathlib import Path

from tests.fakes.books import assert_same_book, make_book, rows
from tests.fakes.trees import write_tree


def test_a_declaration_may_belong_to_several_definitions_of_a_file(tmp_path: Path) -> None:
    tree = {
        "a.h": "int f();\nint f();\n",
        "a.cpp": '#include "a.h"\nint f(int a) { return a; }\nint f(char b) { return b; }\n',
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    pairs = rows(tmp_path / "book", "same_symbols")
    assert len(pairs) == len(set(pairs)) > 0
    assert ("a.h::f", "a.cpp::f") in pairs


def test_what_one_file_defines_a_thousand_times_is_compared_with_few(tmp_path: Path) -> None:
    tree = {"a.c": "int g(void) { return 1; }\n" * 1000}
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    assert len(rows(tmp_path / "book", "same_symbols")) < 1000


def test_a_type_that_comes_to_be_called_like_a_struct_elsewhere_is_found_by_an_edit(
    tmp_path: Path,
) -> None:
    tree = {
        "api.h": "struct box;\n",
        "box.c": '#include "api.h"\nstruct box {\n  int n;\n};\n',
        "use.c": '#include "api.h"\nint f(struct box *b) { return 1; }\n',
    }
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    assert rows(tmp_path / "book", "same_symbols") == []
    texts = ("typedef struct box box;\n", "typedef struct box *box;\n", "struct box;\n")
    for n, text in enumerate(texts):
        (root / "api.h").write_text(text)
        make_book(root, tmp_path / "book")
        make_book(root, tmp_path / f"fresh{n}")
        assert_same_book(tmp_path / "book", tmp_path / f"fresh{n}")
        pairs = rows(tmp_path / "book", "same_symbols")
        assert (("box.c::box", "api.h::box") in pairs) == text.startswith("typedef struct box box")
