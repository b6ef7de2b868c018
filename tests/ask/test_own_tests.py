"""Tests that stand in the file that they test, as those of Rust often do."""

from collections.abc import Iterator

import pytest

from repobook.ask.book import Book
from repobook.ask.impact.impact_answer import ImpactAnswer
from repobook.ask.tests.tests_answer import CoveringTests
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "Cargo.toml": '[package]\nname = "till"\n',
    "src/lib.rs": (
        "pub fn total(n: u32) -> u32 { n }\npub fn other(n: u32) -> u32 { n }\n\n"
        "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn nothing_is_free() {\n"
        "        assert_eq!(total(0), 0);\n    }\n\n    #[tokio::test]\n    async fn later() {\n"
        "        assert_eq!(total(1), 1);\n    }\n}\n"
    ),
    "src/a/mod.rs": "pub mod b;\n",
    "src/a/b.rs": (
        "pub fn deep() -> u32 { 1 }\n\n#[cfg(test)]\nmod tests {\n"
        "    #[test]\n    fn is_one() {\n        assert_eq!(super::deep(), 1);\n    }\n}\n"
    ),
    "tests/till.rs": "#[test]\nfn adds() {\n    assert_eq!(till::total(1), 1);\n}\n",
    "src/app.py": "def test_client():\n    return client()\n\n\ndef client():\n    return 1\n",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    folder = tmp_path_factory.mktemp("own")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    with Book(folder / "book") as book:
        yield book


def _tests(book: Book, target: str) -> CoveringTests:
    answer = book.tests(target)
    assert isinstance(answer, CoveringTests)
    return answer


@pytest.mark.parametrize("target", ["src/lib.rs", "total"])
def test_a_file_with_tests_of_its_own_comes_first_with_those_that_use_it(
    book: Book, target: str
) -> None:
    answer = _tests(book, target)
    own = answer.tests[0]
    assert (own.path, own.reasons) == ("src/lib.rs", ("has tests of its own",))
    assert [case.name for case in own.cases] == ["tests.nothing_is_free", "tests.later"]
    assert [test.path for test in answer.tests] == ["src/lib.rs", "tests/till.rs"]
    assert [test.score for test in answer.tests] == sorted(t.score for t in answer.tests)[::-1]
    assert [test.rank for test in answer.tests] == [1, 2]
    assert answer.n_all == 2


def test_tests_inside_a_source_are_run_by_their_path_in_the_crate(book: Book) -> None:
    own = _tests(book, "total").tests[0]
    assert own.command == "cargo test -p till"
    assert own.cases[0].command == "cargo test -p till tests::nothing_is_free"
    deep = _tests(book, "src/a/b.rs").tests[0]
    assert [case.command for case in deep.cases] == ["cargo test -p till a::b::tests::is_one"]


@pytest.mark.parametrize("target", ["deep", "src/a/b.rs"])
def test_a_change_is_tested_by_the_tests_beside_it(book: Book, target: str) -> None:
    answer = book.impact(target)
    assert isinstance(answer, ImpactAnswer)
    first = answer.tests[0]
    assert (first.path, first.is_enough) == ("src/a/b.rs", True)
    assert first.command == "cargo test -p till a::b::tests::is_one"


def test_what_only_its_own_tests_do_not_use_has_none_of_them(book: Book) -> None:
    assert "src/lib.rs" not in [test.path for test in _tests(book, "other").tests]


def test_a_function_that_is_only_called_like_a_test_is_none(book: Book) -> None:
    assert "src/app.py" not in [test.path for test in _tests(book, "src/app.py").tests]
