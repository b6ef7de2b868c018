"""A process that answers questions about one book, as whoever serves the book sees it."""

import multiprocessing
import pickle
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from repobook.errors import RepobookError
from repobook.service import helper_process
from repobook.service.patient_reader import BUILD_ANEW, NotNowError
from repobook.service.published import Look, MovedOnError, look_at
from repobook.web.answering import DEFECT, NOT_NOW, Opened, Told, answer_questions
from repobook.web.parameters import Given

_SECONDS_TO_OPEN: Final = 60.0
_SECONDS_TO_ANSWER: Final = 10.0
_LOST: Final = ("the answer was lost", "ask again in a moment")
_CONTEXT: Final = multiprocessing.get_context("forkserver")

Message = TypeVar("Message", Opened, Told)


class Answerer:
    """For one thread at a time. A process that died is started anew with the next question."""

    def __init__(self, folder: Path, look: Look) -> None:
        self._folder = folder
        self._look = look
        self._running: tuple[BaseProcess, Connection] | None = None

    def start(self, tells_pages: bool = False) -> None:
        """Lets it open the book while its caller does other things."""
        helper_process.preload(answer_questions.__module__, "re2")
        ours, theirs = _CONTEXT.Pipe()
        given = (theirs, self._folder, tells_pages)
        process = _CONTEXT.Process(target=answer_questions, args=given, daemon=True)
        helper_process.start(process)
        theirs.close()
        self._running = process, ours

    def opened(self) -> Opened:
        """Of one that was started: what it opened is the book that was looked at."""
        try:
            told = self._received(Opened, _SECONDS_TO_OPEN)
        except (EOFError, OSError):
            told = Opened(problem=f"{self._folder}: what should open it died", hint=BUILD_ANEW)
        if look_at(self._folder) != self._look:
            self.close()
            raise MovedOnError
        if told.problem:
            self.close()
            raise RepobookError(told.problem, told.hint)
        return told

    def ask(self, name: str, given: Given) -> Told:
        try:
            if self._running is None:
                self.start()
                self.opened()
            self._connection.send_bytes(pickle.dumps((name, dict(given))))
            told = self._received(Told, _SECONDS_TO_ANSWER)
        except (EOFError, OSError, MovedOnError, RepobookError):
            self.close()
            raise NotNowError(*_LOST) from None
        return checked(told)

    def close(self) -> None:
        if self._running is not None:
            process, connection = self._running
            self._running = None
            connection.close()
            if process.is_alive():
                process.kill()

    @property
    def _connection(self) -> Connection:
        assert self._running is not None
        return self._running[1]

    def _received(self, kind: type[Message], seconds: float) -> Message:
        if not self._connection.poll(seconds):
            raise TimeoutError
        return msgspec.msgpack.decode(self._connection.recv_bytes(), type=kind)


class AnswerDefectError(Exception):
    """A defect of ours that the process met, as it told it."""


def checked(told: Told) -> Told:
    message = told.body.decode("utf-8", "replace") if told.status in (NOT_NOW, DEFECT) else ""
    if told.status == NOT_NOW:
        raise NotNowError(message, told.hint)
    if told.status == DEFECT:
        raise AnswerDefectError(message)
    return told
