"""However many files kill parsers, a build ends, accounts for all, and says the same every time."""

import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from repobook.build.read import files_to_read, parser_deaths, read_file
from repobook.build.read.parser_deaths import GAVE_UP, N_DEATHS, N_DEATHS_OF_LANGUAGE
from repobook.build.read.read_file import ReaderFactory
from repobook.text.decode import DecodedText
from repobook.workers.pool import Limits, Work
from tests.fakes.books import assert_accounted, assert_same_book, files, make_book, rows
from tests.fakes.trees import make_repository, write_tree

# The grammar of Kotlin never ends with it.
KOTLIN = "val x=is=\n@a"
TOO_LONG = "parser died: took too long"


class PretendingFactory(ReaderFactory):
    """Parsers that die of what a file says, and note every such try beside the book."""

    def open(self) -> Work:
        tries = Path(self.lint_folder).parents[3] / "tries"

        def parse(language: str, text: DecodedText) -> Any:
            content = text.data
            for word in (b"CRASH", b"HANG", b"SLOW"):
                if word in content:
                    with tries.open("a") as out:
                        out.write(f"{word.decode()}\n")
            if b"CRASH" in content:
                os.kill(os.getpid(), signal.SIGSEGV)
            # What is slow ends within the time of a second try.
            if b"HANG" in content or (b"SLOW" in content and _seconds() < SECOND_TRY.seconds / 2):
                os.kill(os.getpid(), signal.SIGPROF)
            return _parse(language, text)

        vars(read_file)["parse_text"] = parse
        return super().open()


_parse = vars(read_file)["parse_text"]
FIRST_TRY = Limits(seconds=60.0)
SECOND_TRY = Limits(seconds=600.0)


def _seconds() -> float:
    return signal.getitimer(signal.ITIMER_PROF)[0]


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_to_read, "ReaderFactory", PretendingFactory)
    monkeypatch.setattr(parser_deaths, "FIRST_TRY", FIRST_TRY)
    monkeypatch.setattr(parser_deaths, "SECOND_TRY", SECOND_TRY)


def _tries(root: Path) -> Counter[str]:
    """Since this was last asked."""
    path = root.parent / "tries"
    found = Counter(path.read_text().split() if path.exists() else [])
    path.unlink(missing_ok=True)
    return found


def _texts(word: str, n_files: int, ending: str = "kt") -> dict[str, str]:
    return {f"{word}{n:03}.{ending}": f"// {word} {n}\nval a{n} = 1\n" for n in range(n_files)}


def test_grammar_that_never_ends_costs_its_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_deaths, "FIRST_TRY", Limits(0.3, 10))
    monkeypatch.setattr(parser_deaths, "SECOND_TRY", Limits(0.6, 10))
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, {"build.gradle.kts": KOTLIN, "Good.kt": "class Good\n"})
    make_book(root, book, n_jobs=2)
    assert files(book) == {"build.gradle.kts": TOO_LONG, "Good.kt": ""}
    assert {row[0]: row[4] for row in rows(book, "files")} == {"build.gradle.kts": 2, "Good.kt": 1}


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize("word", ["HANG", "CRASH", "SLOW"])
def test_what_kills_a_parser_is_remembered_by_content(tmp_path: Path, word: str) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    # What is large is forgotten when it is gone, and only that.
    write_tree(root, _texts(word, 1) | {"b.kt": "class B\n" * 3000})
    make_book(root, book)
    first, [name] = files(book), _texts(word, 1)
    assert _tries(root) == {word: 2}
    (root / name).touch()
    make_book(root, book)
    (root / name).rename(root / "moved.kt")
    write_tree(root, {"b.kt": "class C\n", "c.kt": "class D\n"})
    make_book(root, book)
    write_tree(root, {"copied.kt": (root / "moved.kt").read_bytes()})
    make_book(root, book)
    assert _tries(root) == {}
    reason = {"SLOW": "", "HANG": TOO_LONG}.get(word, "parser died: crashed (SIGSEGV)")
    assert first[name] == files(book)["moved.kt"] == files(book)["copied.kt"] == reason
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


@pytest.mark.usefixtures("pretended")
def test_files_that_are_only_slow_are_read(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, _texts("SLOW", N_DEATHS + 1))
    make_book(root, book, n_jobs=2)
    assert set(files(book).values()) == {""}
    assert len(rows(book, "symbols")) == N_DEATHS + 1


@pytest.mark.usefixtures("pretended")
def test_so_many_may_die_of_a_language_and_of_all_in_the_order_of_paths(tmp_path: Path) -> None:
    root = tmp_path / "root"
    endings = ("kt", "py", "go", "java")
    for ending in endings:
        texts = _texts("HANG", N_DEATHS_OF_LANGUAGE + 1, ending) | _texts("good", 2, ending)
        write_tree(root, texts)
    for n_jobs in (1, 3):
        make_book(root, tmp_path / f"book{n_jobs}", n_jobs=n_jobs, use_cache=False)
        n_tries = _tries(root)["HANG"] - len(endings) * (N_DEATHS_OF_LANGUAGE + 1)
        assert N_DEATHS <= n_tries < N_DEATHS + n_jobs
    assert_same_book(tmp_path / "book1", tmp_path / "book3")
    assert_accounted(tmp_path / "book1")
    found = files(tmp_path / "book1")
    expected: dict[str, str] = {}
    for path in sorted(found):
        n_all = [*expected.values()].count(TOO_LONG)
        n_own = sum(expected[p] == TOO_LONG for p in expected if p.endswith(path[-3:]))
        is_tried = n_all < N_DEATHS and n_own < N_DEATHS_OF_LANGUAGE
        expected[path] = "" if "good" in path else TOO_LONG if is_tried else GAVE_UP
    assert found == expected


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize(("word", "n_tries"), [("HANG", 12 + N_DEATHS_OF_LANGUAGE), ("CRASH", 24)])
def test_a_file_that_is_read_at_once_is_read_whatever_lies_beside_it(
    tmp_path: Path, word: str, n_tries: int
) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    deadly = _texts(word, 12)
    make_repository(root, deadly | {"Good.kt": "class Good\n", "a.py": "def f(): pass\n"})
    make_book(root, book, rev="main")
    assert _tries(root)[word] == n_tries
    assert_accounted(book)
    found = files(book)
    assert (found["Good.kt"], found["a.py"]) == ("", "")
    assert {row[4] for row in rows(book, "files") if row[0] in deadly} == {2}
    make_book(root, book, rev="main")
    assert _tries(root) == {}


@pytest.mark.usefixtures("pretended")
def test_files_are_given_up_and_taken_up_again_as_in_a_fresh_build(tmp_path: Path) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    write_tree(root, {"Good.kt": "class Good\n", "Other.kt": "class Other(g: Good)\n"})
    many, few = _texts("HANG", N_DEATHS_OF_LANGUAGE + 1), _texts("SLOW", 3)
    make_book(root, book)
    for kinds in (few, many, few, None, many):
        for path in [*root.glob("HANG*"), *(root.glob("SLOW*") if kinds is None else ())]:
            path.unlink()
        write_tree(root, kinds or {})
        make_book(root, book, n_jobs=2)
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)
        assert (GAVE_UP in files(book).values()) == (kinds is many)


@pytest.mark.usefixtures("pretended")
def test_second_tries_move_on_as_in_a_fresh_build(tmp_path: Path) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    write_tree(root, _texts("SLOW", 7))
    make_book(root, book)
    steps: list[dict[str, str | None]] = [
        {"SLOW000.kt": None},
        {"A.kt": "// HANG\n", "B.kt": "// SLOW, too\n"},
        {"A.kt": "// CRASH\n", "B.kt": None},
        {f"SLOW00{n}.kt": None for n in range(1, 5)},
    ]
    for step in steps:
        for name, text in step.items():
            (root / name).unlink(missing_ok=True)
            write_tree(root, {name: text} if text is not None else {})
        make_book(root, book, n_jobs=2)
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize("lost", ["cache/facts", "cache/seen"])
def test_what_is_remembered_may_be_lost(tmp_path: Path, lost: str) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    write_tree(root, _texts("SLOW", 6) | _texts("CRASH", 1) | {"Good.kt": "class Good\n"})
    make_book(root, book)
    (book / lost).unlink()
    (root / "Good.kt").write_text("class Better\n")
    make_book(root, book)
    make_book(root, fresh, use_cache=False)
    assert_same_book(book, fresh)


def test_a_defect_of_ours_gives_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_to_read, "ReaderFactory", RaisingFactory)
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, _texts("RAISE", 3 * N_DEATHS_OF_LANGUAGE) | {"Good.kt": "class Good\n"})
    make_book(root, book, n_jobs=2)
    found = files(book)
    assert found.pop("Good.kt") == ""
    assert set(found.values()) == {"parser died: failed (ZeroDivisionError: )"}


class RaisingFactory(ReaderFactory):
    def open(self) -> Work:
        vars(read_file)["parse_text"] = _raise
        return super().open()


def _raise(language: str, text: DecodedText) -> Any:
    if b"RAISE" in text.data:
        raise ZeroDivisionError
    return _parse(language, text)
