"""Processes that answer: they may die, which costs one answer, and go with their book."""

import os
import shutil
import signal
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from repobook.errors import RepobookError
from repobook.service.patient_reader import NotNowError, PatientReader
from repobook.service.published import MovedOnError, look_at
from repobook.web import answerer
from repobook.web.answerer import AnswerDefectError, Answerer
from repobook.web.answering import OpenedBook
from repobook.web.endpoints import FIRST
from repobook.web.served import N_ANSWERERS, ServedBook
from tests.fakes.asking import wait_for
from tests.fakes.sites import publish_again

_STATUS = ("status", {FIRST: 0})


@pytest.fixture
def served(book: Path) -> Iterator[tuple[ServedBook, list[BaseProcess]]]:
    look = look_at(book)
    assert look
    served = ServedBook(book, look)
    served.complete()
    yield served, [_process(one) for one in served._answerers]
    served.close()


def _process(asked: Answerer) -> BaseProcess:
    assert asked._running
    return asked._running[0]


def test_a_process_that_dies_costs_one_answer(
    served: tuple[ServedBook, list[BaseProcess]],
) -> None:
    book, processes = served
    assert len(processes) == N_ANSWERERS
    for process in processes:
        process.kill()
        process.join()
    for one in book._answerers:
        with pytest.raises(NotNowError, match="the answer was lost"):
            one.ask(*_STATUS)
        assert one.ask(*_STATUS).status == 200
    assert book.answer(*_STATUS).status == 200


def test_a_book_that_is_put_away_leaves_no_process(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = look_at(book)
    assert look
    started: dict[Answerer, BaseProcess] = {}

    def start(asked: Answerer, tells_pages: bool = False) -> None:
        begin(asked, tells_pages)
        started[asked] = _process(asked)

    begin = Answerer.start
    monkeypatch.setattr(Answerer, "start", start)
    opened = ServedBook(book, look)
    opened.close()
    opened.complete()  # which began before
    processes = [started[one] for one in opened._answerers if one in started]
    assert processes
    wait_for(lambda: not any(process.is_alive() for process in processes))


def test_who_does_not_answer_in_time_is_replaced(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = look_at(book)
    assert look
    asked = Answerer(book, look)
    asked.start()
    asked.opened()
    os.kill(_process(asked).pid or 0, signal.SIGSTOP)
    monkeypatch.setattr(answerer, "_SECONDS_TO_ANSWER", 0.01)
    with pytest.raises(NotNowError):
        asked.ask(*_STATUS)
    monkeypatch.undo()
    assert asked.ask(*_STATUS).status == 200
    asked.close()


def test_no_process_opens_a_book_that_was_not_looked_at(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    look = look_at(own)
    assert look
    asked = Answerer(own, look)
    publish_again(own, {}, "other")
    asked.start()
    with pytest.raises(MovedOnError):
        asked.opened()
    with pytest.raises(NotNowError):
        asked.ask(*_STATUS)


def test_a_damaged_book_is_told_by_whoever_opens_it(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    (own / "book.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    look = look_at(own)
    assert look
    with pytest.raises(RepobookError, match="damaged"):
        ServedBook(own, look)


def test_a_question_that_takes_too_long_is_given_up(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientReader, "seconds", -1.0)
    told = OpenedBook(book).answer(*_STATUS)
    assert (told.body, told.status) == (b"the question takes too long", 503)


def test_a_defect_is_told_and_ends_nothing(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = OpenedBook(book)
    told = opened.answer("unheard", {})
    assert (told.body, told.status) == (b"KeyError: 'unheard'", 500)
    with pytest.raises(AnswerDefectError, match="KeyError"):
        answerer.checked(told)
    assert opened.answer(*_STATUS).status == 200
