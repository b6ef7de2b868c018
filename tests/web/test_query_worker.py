"""Processes that answer: they may die, which costs one answer, and go with their book."""

import os
import shutil
import signal
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from repobook.ask.opening.deadline_reader import DeadlineReader, NotNowError
from repobook.ask.opening.published_book import MovedOnError, look_at
from repobook.errors import RepobookError
from repobook.web import query_worker_client
from repobook.web.api.endpoints import FIRST
from repobook.web.query_worker import OpenedBook
from repobook.web.query_worker_client import AnswerDefectError, QueryWorker
from repobook.web.served_book import N_WORKERS, ServedBook
from tests.fakes.asking import wait_for
from tests.fakes.sites import publish_again

_STATUS = ("status", {FIRST: 0})


@pytest.fixture
def served(book: Path) -> Iterator[tuple[ServedBook, list[BaseProcess]]]:
    look = look_at(book)
    assert look
    served = ServedBook(book, look)
    served.complete()
    yield served, [_process(one) for one in served._answering._workers]
    served.close()


def _process(asked: QueryWorker) -> BaseProcess:
    assert asked._running
    return asked._running[0]


def test_a_process_that_dies_costs_one_answer(
    served: tuple[ServedBook, list[BaseProcess]],
) -> None:
    book, processes = served
    assert len(processes) == N_WORKERS
    for process in processes:
        process.kill()
        process.join()
    for one in book._answering._workers:
        with pytest.raises(NotNowError, match="the answer was lost"):
            one.ask(*_STATUS)
        assert one.ask(*_STATUS).status == 200
    assert book.answer(*_STATUS).status == 200


def test_a_book_that_is_put_away_leaves_no_process(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = look_at(book)
    assert look
    started: dict[QueryWorker, BaseProcess] = {}

    def start(asked: QueryWorker, lists_pages: bool = False) -> None:
        begin(asked, lists_pages)
        started[asked] = _process(asked)

    begin = QueryWorker.start
    monkeypatch.setattr(QueryWorker, "start", start)
    opened = ServedBook(book, look)
    opened.close()
    opened.complete()  # which began before
    processes = [started[one] for one in opened._answering._workers if one in started]
    assert processes
    wait_for(lambda: not any(process.is_alive() for process in processes))


def test_who_does_not_answer_in_time_is_replaced(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = look_at(book)
    assert look
    asked = QueryWorker(book, look)
    asked.start()
    asked.opened()
    os.kill(_process(asked).pid or 0, signal.SIGSTOP)
    monkeypatch.setattr(query_worker_client, "_SECONDS_TO_ANSWER", 0.01)
    with pytest.raises(NotNowError):
        asked.ask(*_STATUS)
    monkeypatch.undo()
    assert asked.ask(*_STATUS).status == 200
    asked.close()


def test_no_process_opens_a_book_that_was_not_looked_at(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    look = look_at(own)
    assert look
    asked = QueryWorker(own, look)
    publish_again(own, {}, "other")
    asked.start()
    with pytest.raises(MovedOnError):
        asked.opened()
    with pytest.raises(MovedOnError):
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
    monkeypatch.setattr(DeadlineReader, "seconds", -1.0)
    told = OpenedBook(book).answer(*_STATUS)
    assert (told.body, told.status) == (b"the query takes too long", 503)


def test_a_defect_is_told_and_ends_nothing(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = OpenedBook(book)
    told = opened.answer("unheard", {})
    assert (told.body, told.status) == (b"KeyError: 'unheard'", 500)
    with pytest.raises(AnswerDefectError, match="KeyError"):
        query_worker_client.checked(told)
    assert opened.answer(*_STATUS).status == 200
