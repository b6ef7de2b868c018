"""A file that kills its parser keeps its text, in the book and in the account."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from repobook.build.read import files_to_read, read_file
from repobook.build.read.read_file import ReaderFactory
from repobook.text.decode import DecodedText
from repobook.workers.pool import Work
from tests.fakes.books import assert_same_book, files, make_book, polyglot, rows


def _die(language: str, text: DecodedText) -> Any:
    content = text.data
    if b"KILL" in content:
        os.kill(os.getpid(), signal.SIGSEGV)
    if b"RAISE" in content:
        raise ZeroDivisionError
    return _parse(language, text)


_parse = vars(read_file)["parse_text"]


class DeadlyFactory(ReaderFactory):
    def open(self) -> Work:
        vars(read_file)["parse_text"] = _die
        return super().open()


class DeadlierFactory(ReaderFactory):
    def open(self) -> Work:
        vars(read_file).update(parse_text=_kill, parse_without_grammar=_kill)
        return super().open()


def _kill(*arguments: object) -> object:
    os.kill(os.getpid(), signal.SIGSEGV)
    return None


def test_text_of_a_deadly_file_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, book = polyglot(tmp_path / "root"), tmp_path / "book"
    (root / "src/kill.py").write_text("# KILL\ndef f(): pass\n")
    (root / "src/raise.py").write_text("# RAISE\n\n\n")
    monkeypatch.setattr(files_to_read, "ReaderFactory", DeadlyFactory)
    for _ in range(2):
        report = make_book(root, book, n_jobs=2)
        assert report.n_unread == 2
        found = files(book)
        assert found["src/kill.py"] == "parser died: crashed (SIGSEGV)"
        assert found["src/raise.py"].startswith("parser died: failed (ZeroDivisionError")
        assert found["src/a.py"] == ""
        lines = {row[0]: row[4] for row in rows(book, "files")}
        assert (lines["src/kill.py"], lines["src/raise.py"]) == (2, 3)
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


def test_file_whose_text_cannot_be_had_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(files_to_read, "ReaderFactory", DeadlierFactory)
    make_book(root, book)
    assert files(book) == {"a.py": "parser died: crashed (SIGSEGV); its text cannot be read either"}
