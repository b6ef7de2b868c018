"""What the whole graph and the past tell, as the public views have it."""

from pathlib import Path

import pytest

from repobook.build import indexing
from repobook.build.link import insights
from tests.fakes.books import assert_same_book, make_book, rows
from tests.fakes.trees import commit_all, make_repository, write_tree

_TREE: dict[str, str | bytes] = {
    "core.py": "from util import helper\n\n\ndef core(): return helper()\n",
    "util.py": "import core\n\n\ndef helper(): pass\n",
    "app.py": 'from core import core\n\nif __name__ == "__main__":\n    core()\n',
    "data.bin": b"\0",
}


def _ranks(book: Path) -> dict[str, tuple[object, ...]]:
    return {path: tuple(told) for path, *told in rows(book, "ranks")}


def test_ranks_tell_fans_layers_and_circles(tmp_path: Path) -> None:
    make_book(write_tree(tmp_path / "root", _TREE), tmp_path / "book")
    ranks = _ranks(tmp_path / "book")
    assert set(ranks) == {"core.py", "util.py", "app.py"}
    _, _, fan_in, fan_out, layer, cycle, _ = ranks["core.py"]
    assert (fan_in, fan_out, layer, cycle) == (2, 1, 0, 1)
    assert ranks["app.py"][0] == 3
    assert [path for path, *_, is_entry in rows(tmp_path / "book", "ranks") if is_entry] == [
        "app.py"
    ]


def test_history_tells_last_change_authors_and_companions(tmp_path: Path) -> None:
    root = tmp_path / "root"
    first = make_repository(root, _TREE)
    (root / "app.py").write_text("import core\n")
    second = commit_all(root)
    make_book(root, tmp_path / "book")
    history = {row[0]: row[1:] for row in rows(tmp_path / "book", "history")}
    assert history["app.py"] == (second, "2001-01-01", 2, '[["A",2]]', '[["2001-01",2]]')
    assert history["core.py"] == (first, "2001-01-01", 1, '[["A",1]]', '[["2001-01",1]]')
    assert ("core.py", "util.py", 1) in rows(tmp_path / "book", "changed_together")


def test_new_commit_alone_brings_the_past_up_to_date(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make_repository(root, _TREE)
    make_book(root, tmp_path / "book")
    (root / "data.bin").write_bytes(b"\0\0")
    (root / "app.py").write_text(str(_TREE["app.py"]) + "# more\n")
    make_book(root, tmp_path / "book")
    commit = commit_all(root)
    make_book(root, tmp_path / "book")
    history = {row[0]: row[1] for row in rows(tmp_path / "book", "history")}
    assert history["app.py"] == commit
    make_book(root, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_edit_that_shifts_lines_leaves_ranks_to_be(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", _TREE)
    make_book(root, tmp_path / "book")
    (root / "util.py").write_text("# a line\n" + str(_TREE["util.py"]))
    report = make_book(root, tmp_path / "book")
    assert "understand" not in report.seconds_by_phase
    (root / "util.py").write_text("def helper(): pass\n")
    report = make_book(root, tmp_path / "book")
    assert "understand" in report.seconds_by_phase
    assert _ranks(tmp_path / "book")["core.py"][5] is None


def test_no_history_when_none_is_wanted(tmp_path: Path) -> None:
    from repobook.build.entry import build
    from repobook.build.request import BuildRequest
    from repobook.scan.sources.source import find_source

    root = tmp_path / "root"
    make_repository(root, _TREE)
    build(BuildRequest(find_source(str(root), ""), tmp_path / "book", 1, n_commits=0))
    assert rows(tmp_path / "book", "history") == []


def test_tests_of_a_file_come_best_first_with_reasons(tmp_path: Path) -> None:
    tree = {
        **_TREE,
        "tests/test_core.py": "from core import core\n\n\ndef test_core(): core()\n",
        "tests/test_app.py": "import app\n\n\ndef test_app(): pass\n",
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    found = {(row[0], row[1]): row for row in rows(tmp_path / "book", "tests")}
    best = found["core.py", "tests/test_core.py"]
    assert best[2] == 1
    assert "imports it (line 1)" in best[4]
    assert found["app.py", "tests/test_app.py"][2] == 1


def test_insights_are_the_same_on_any_number_of_cores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {f"lib/part_{n}.py": f"def work_{n}(): pass\n" for n in range(5)}
    tests = {
        f"tests/test_{n}.py": f"from lib.part_{n} import work_{n}\n\n\ndef test(): work_{n}()\n"
        for n in range(5)
    }
    root = write_tree(tmp_path / "root", {**_TREE, **sources, **tests})
    make_book(root, tmp_path / "one")
    monkeypatch.setattr(insights, "_FEW", 0)
    make_book(root, tmp_path / "three", n_jobs=3)
    assert len(rows(tmp_path / "three", "tests")) >= len(sources)
    assert_same_book(tmp_path / "one", tmp_path / "three")


def test_test_file_comes_with_its_command(tmp_path: Path) -> None:
    tree = {
        **_TREE,
        "tests/test_core.py": "import pytest\nfrom core import core\n\n\ndef test_core(): core()\n",
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    found = {(row[0], row[1]): row[5] for row in rows(tmp_path / "book", "tests")}
    assert found["core.py", "tests/test_core.py"] == "pytest tests/test_core.py"


def test_owners_come_from_codeowners_and_from_headers(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {
        ".github/CODEOWNERS": "# who\n*.py @all\n/util.py @one @two\n",
        "util.py": '# Owner(s): ["module: util"]\n\nx = 1\n',
        "core.py": "y = 2\n",
    }
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    assert sorted(rows(tmp_path / "book", "owners")) == [
        ("core.py", '["@all"]', ".github/CODEOWNERS", 2),
        ("util.py", '["@one","@two"]', ".github/CODEOWNERS", 3),
        ("util.py", '["module: util"]', "util.py", 1),
    ]
    (root / ".github/CODEOWNERS").write_text("*.py @new\n")
    make_book(root, tmp_path / "book")
    make_book(root, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_patterns_and_registries_are_in_the_book(tmp_path: Path) -> None:
    registered = "".join(f"@app.route('/{n}')\ndef f{n}(): pass\n\n\n" for n in range(6))
    tree = {"a.py": "import abc\n\n\nclass Base(abc.ABC):\n    pass\n", "b.py": registered}
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    assert ("a.py", 4, "abstract base", "Base") in {
        row[:4] for row in rows(tmp_path / "book", "patterns")
    }
    assert ("app.route", 6, 1) in rows(tmp_path / "book", "registries")


_TESTED: dict[str, str | bytes] = {
    "price.py": "def total(items): return sum(items)\n",
    "cart.py": "from price import total\n\n\ndef checkout(items): return total(items)\n",
    "other.py": "def parcel(): return 1\n",
    "tests/test_cart.py": "from cart import checkout\n\n\ndef test_checkout(): checkout([1])\n",
    "tests/test_price.py": "import price\n\n\ndef test_total(): price.total([1])\n",
    **{f"more/m{n}.py": f"def m{n}(): return {n}\n" for n in range(3)},
}
_EDITS: dict[str, dict[str, str | bytes]] = {
    "a function": {"price.py": "def total(items): return sum(items)\n\n\ndef checkout(): pass\n"},
    "a name that three others define": {
        f"more/m{n}.py": f"def m{n}(): return {n}\n\n\ndef total(): pass\n" for n in range(3)
    },
    "an import": {"other.py": "from cart import checkout\n\n\ndef parcel(): return checkout([])\n"},
    "nothing but a comment": {"price.py": "# Money.\ndef total(items): return sum(items)\n"},
    "a name that leads elsewhere": {"cart.py": "from other import parcel as checkout\n"},
}


@pytest.mark.parametrize("few", [500, 0])
@pytest.mark.parametrize("edit", _EDITS)
def test_an_edit_of_sources_ranks_again_what_it_reaches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edit: str, few: int
) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    monkeypatch.setattr(insights, "_FEW", few)  # of a large tree in forks
    make_book(write_tree(root, _TESTED), book)
    for tree in (_EDITS[edit], _TESTED):
        write_tree(root, tree)
        with monkeypatch.context() as patch:
            patch.delattr(insights.Insights, "write")
            make_book(root, book)
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)


def test_an_edited_test_ranks_all(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_book(write_tree(root, _TESTED), book)
    write_tree(root, {"tests/test_price.py": "import other\n\n\ndef test_it(): other.parcel()\n"})
    make_book(root, book)
    make_book(root, tmp_path / "fresh", use_cache=False)
    assert_same_book(book, tmp_path / "fresh")
    assert any(path == "other.py" for path, *_ in rows(book, "tests"))


def test_what_was_ranked_for_another_index_is_not_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_book(write_tree(root, _TESTED), book)
    with monkeypatch.context() as patch:
        patch.setattr(
            indexing, "save_tests", lambda *given: None
        )  # as if it were killed just there
        write_tree(root, _EDITS["a function"])
        make_book(root, book)
    write_tree(root, _EDITS["an import"])
    make_book(root, book)
    make_book(root, tmp_path / "fresh", use_cache=False)
    assert_same_book(book, tmp_path / "fresh")


def test_a_file_that_others_reached_may_go(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_book(write_tree(root, _TESTED), book)
    (root / "price.py").rename(root / "money.py")
    make_book(root, book)
    make_book(root, tmp_path / "fresh", use_cache=False)
    assert_same_book(book, tmp_path / "fresh")


_HEADERS: dict[str, str | bytes] = {
    "lib/sum.h": "int total(int n);\n",
    "lib/sum.c": '#include "sum.h"\nint total(int n) { return n; }\n',
    "tests/sum_test.c": '#include "../lib/sum.h"\nint test_total(void) { return total(1); }\n',
}


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("other.py", "parcels.py"),
        ("cart.py", "shop/cart.py"),
        ("lib/sum.h", "lib/sums.h"),
        ("lib/sum.c", "more/sum.c"),
    ],
)
@pytest.mark.parametrize("has_history", [True, False])
def test_a_file_that_comes_or_goes_ranks_again_what_it_reaches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, target: str, has_history: bool
) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    tree = {**_TESTED, **_HEADERS, ".github/CODEOWNERS": "*.c @sum\ncart.py @cart\n"}
    if has_history:
        make_repository(root, tree)
        write_tree(
            root, {name: f"{tree[name]!s}# 2\n" for name in ("cart.py", "tests/test_cart.py")}
        )
        commit_all(root)
    else:
        write_tree(root, tree)
    (root / "shop").mkdir()
    make_book(root, book)
    for source, name in ((path, target), (target, path)):
        (root / source).rename(root / name)
        with monkeypatch.context() as patch:
            patch.delattr(insights.Insights, "write")
            make_book(root, book)
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)


def test_a_path_that_changes_how_tests_read_ranks_all(tmp_path: Path) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    make_book(write_tree(root, _TESTED), book)
    for name in ("price/cart.py", "price/list.py", "price/cart_price.py"):
        write_tree(root, {name: "def total(): pass\n"})
        make_book(root, book)
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)
