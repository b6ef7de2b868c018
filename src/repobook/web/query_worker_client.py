"""The client of a process that answers questions about one book."""

import multiprocessing
import pickle
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from repobook.ask.opening.deadline_reader import REBUILD_HINT, NotNowError
from repobook.ask.opening.published_book import Look, MovedOnError, look_at
from repobook.errors import RepobookError
from repobook.scan.sources.source import SourceSpec
from repobook.web.api.parameters import Arguments
from repobook.web.query_worker import DEFECT, NOT_NOW, EncodedAnswer, Opened, answer_questions
from repobook.workers import fork_server

_SECONDS_TO_OPEN: Final = 60.0
_SECONDS_TO_ANSWER: Final = 10.0
LOST: Final = ("the answer was lost", "try again in a moment")
_CONTEXT: Final = multiprocessing.get_context("forkserver")

Message = TypeVar("Message", Opened, EncodedAnswer)


class QueryWorker:
    """For one thread at a time. A process that died is restarted with the next question."""

    def __init__(self, folder: Path, look: Look, spec: SourceSpec | None = None) -> None:
        """``spec`` are the sources, if it is to make pages from them; it answers nothing else."""
        self._folder, self._spec = folder, spec
        self._look = look
        self._running: tuple[BaseProcess, Connection] | None = None

    def start(self, lists_pages: bool = False) -> None:
        """Lets it open the book while its caller does other things."""
        fork_server.preload(answer_questions.__module__, "re2")
        our_end, worker_end = _CONTEXT.Pipe()
        arguments = (worker_end, self._folder, lists_pages, self._spec)
        process = _CONTEXT.Process(target=answer_questions, args=arguments, daemon=True)
        fork_server.start(process)
        worker_end.close()
        self._running = process, our_end

    def opened(self) -> Opened:
        """Waits until the process has opened the book; raises if another one was published."""
        try:
            opened = self._received(Opened, _SECONDS_TO_OPEN)
        except (EOFError, OSError):
            opened = Opened(
                problem=f"{self._folder}: the process that opens it died", hint=REBUILD_HINT
            )
        if look_at(self._folder) != self._look:
            self.close()
            raise MovedOnError
        if opened.problem:
            self.close()
            raise RepobookError(opened.problem, opened.hint)
        return opened

    def ask(self, name: str, arguments: Arguments, seconds: float | None = None) -> EncodedAnswer:
        """Raises if it is to be started and another book was published."""
        try:
            if self._running is None:
                self.start()
                self.opened()
            self._connection.send_bytes(pickle.dumps((name, dict(arguments))))
            answer = self._received(EncodedAnswer, seconds or _SECONDS_TO_ANSWER)
        except (EOFError, OSError, RepobookError):
            self.close()
            raise NotNowError(*LOST) from None
        return checked(answer)

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
    """A defect of ours, as the process reported it."""


def checked(answer: EncodedAnswer) -> EncodedAnswer:
    message = answer.body.decode("utf-8", "replace") if answer.status in (NOT_NOW, DEFECT) else ""
    if answer.status == NOT_NOW:
        raise NotNowError(message, answer.hint)
    if answer.status == DEFECT:
        raise AnswerDefectError(message)
    return answer
