"""Worker processes that may crash: each item has limits, and a crash costs one item.

A grammar can crash or loop where no exception reaches, so parsing is done elsewhere. Workers answer
item by item; when one dies, the first unanswered item of its batch is the culprit. Unless it took
too long it gets one more try alone, and then counts as dead with the reason. What else was in its
batch is handed out one by one, so that another culprit delays only itself.
"""

import ctypes
import multiprocessing
import os
import pickle
import resource
import selectors
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from repobook.errors import DamagedCacheError, RepobookError
from repobook.workers import fork_server

Item = TypeVar("Item")

# What a worker runs: made once in its process by the factory, then called item by item.
Work = Callable[[Any], bytes]
WorkFactory = Callable[[], Work]


_N_OUTSTANDING_BATCHES: Final = 2
_BATCH_WEIGHT: Final = 256 * 1024
_BATCH_ITEMS: Final = 64
_BATCH_PICKLED_BYTES: Final = 16 * 1024
_MAX_AHEAD_BYTES: Final = 2 * _BATCH_PICKLED_BYTES  # fits into the pipe though nobody reads it
_SILENCE_SECONDS: Final = 300
_READY: Final = b"!"
TOO_LONG: Final = "took too long"
RAISED: Final = "failed"
REFUSED: Final = "failed by the system"
KILLED: Final = "was killed: out of memory, or no answer"
_KEPT_BYTES: Final = 256 << 20
_M_TRIM_THRESHOLD: Final = -1  # as in glibc's malloc.h
_M_MMAP_THRESHOLD: Final = -3
_WORKED: Final = b"+"
_FAILED: Final = b"-"
_DAMAGED: Final = b"?"


class Limits(NamedTuple):
    """Processor seconds rather than time on the clock: a busy machine is not a broken file."""

    seconds: float = 5.0
    """For any item; those of its size come on top."""
    seconds_per_mebibyte: float = 5.0
    memory_bytes: int = 1 << 30

    def seconds_of(self, weight: int) -> float:
        return self.seconds + self.seconds_per_mebibyte * weight / (1 << 20)


DEFAULT_LIMITS: Final = Limits()


class Answer(NamedTuple, Generic[Item]):
    item: Item
    result: bytes
    death: str
    """Why there is no result; empty when there is one."""


class Pool(Protocol[Item]):
    def run(self, items: Sequence[tuple[Item, int]]) -> Iterator[Answer[Item]]:
        """``items`` with their weights (bytes); each is answered once, in any order."""

    def close(self) -> None: ...


class MovableFactory(Protocol):
    """Makes work from plain values and files, on this machine or on another."""

    def open(self) -> Work: ...

    def reads(self) -> tuple[str, ...]:
        """The files that the work needs, besides the repository."""

    def writes(self) -> str:
        """The folder that the work writes into; empty if it only answers."""

    def moved(self, path_by_path: Mapping[str, str], folder: str) -> Self:
        """The same with its files in other places."""


class Pools(Protocol):
    """Where the work of a build is done."""

    def open(
        self,
        factory: MovableFactory,
        limits: Limits = DEFAULT_LIMITS,
        families: Callable[[Item], int] | None = None,
    ) -> Pool[Item]: ...


class LocalPools(NamedTuple):
    n_workers: int

    def open(
        self,
        factory: MovableFactory,
        limits: Limits = DEFAULT_LIMITS,
        families: Callable[[Item], int] | None = None,
    ) -> Pool[Item]:
        return WorkerPool(factory.open, self.n_workers, limits, families)


class _Task(NamedTuple, Generic[Item]):
    item: Item
    weight: int
    seconds: float
    is_alone: bool = False
    n_tries: int = 0


class _Worker(Generic[Item]):
    def __init__(self, process: BaseProcess, connection: Connection, is_last: bool) -> None:
        self.process = process
        self.connection = connection
        self.is_last = is_last
        """Whether it takes its items from the end of the queue."""
        self.batches: deque[deque[_Task[Item]]] = deque()
        self.is_ready = False


class WorkerPool(Generic[Item]):
    """Answers come as they are ready; the heaviest items go first, so all cores end together.

    With ``families`` every second worker begins at the other end: items that need the same things
    are then worked on in the same place, family after family, and the lightest of each come last.
    """

    def __init__(
        self,
        factory: WorkFactory,
        n_workers: int,
        limits: Limits = DEFAULT_LIMITS,
        families: Callable[[Item], int] | None = None,
    ) -> None:
        self._families = families
        self._factory = factory
        self._n_workers = n_workers
        self._limits = limits
        self._context = multiprocessing.get_context("forkserver")
        # What workers need is imported once, in the process that they are forked from.
        fork_server.preload(factory.__module__)
        self._workers: list[_Worker[Item]] = []
        self._selector = selectors.DefaultSelector()
        self._queue: deque[_Task[Item]] = deque()

    def _start(self) -> None:
        """As many processes as there are items for."""
        while len(self._workers) < min(self._n_workers, len(self._queue)):
            is_last = self._families is not None and len(self._workers) % 2 == 1
            self._workers.append(self._spawn(is_last))

    def run(self, items: Sequence[tuple[Item, int]]) -> Iterator[Answer[Item]]:
        """``items`` with their weights (bytes)."""
        limits = self._limits
        self._queue.extend(
            _Task(item, weight, limits.seconds_of(weight)) for item, weight in self._in_order(items)
        )
        self._start()
        while self._is_at_work():
            yield from self._next_answers()

    def add(self, item: Item, weight: int, limits: Limits | None = None) -> None:
        """Queues one more item, before or in a run: it goes next, alone, with its own limits."""
        seconds = (limits or self._limits).seconds_of(weight)
        self._queue.appendleft(_Task(item, weight, seconds, is_alone=True))

    def _is_at_work(self) -> bool:
        for worker in self._workers:
            self._feed(worker)
        return bool(self._queue) or any(worker.batches for worker in self._workers)

    def _in_order(self, items: Sequence[tuple[Item, int]]) -> list[tuple[Item, int]]:
        """Heaviest first; with families, those of the first and the second are at the two ends."""
        by_weight = sorted(items, key=lambda pair: -pair[1])
        families = self._families
        if families is None:
            return by_weight
        by_family = sorted(by_weight, key=lambda pair: families(pair[0]))
        n_first = sum(families(item) == 0 for item, _ in items)
        return [*by_family[:n_first], *reversed(by_family[n_first:])]

    def close(self) -> None:
        for worker in self._workers:
            worker.process.kill()
            worker.connection.close()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()
        self._selector.close()

    def _next_answers(self) -> Iterator[Answer[Item]]:
        ready = self._selector.select(_SILENCE_SECONDS)
        for key, _ in ready:
            worker: _Worker[Item] = key.data
            try:
                result = worker.connection.recv_bytes()
            except (EOFError, OSError):
                yield from self._bury(worker)
                continue
            if not worker.is_ready:
                _check_beginning(result)
                worker.is_ready = True
                continue
            task = worker.batches[0].popleft()
            self._feed(worker)
            if result[:1] == _DAMAGED:
                raise DamagedCacheError
            if result[:1] == _FAILED:
                yield Answer(task.item, b"", result[1:].decode("utf-8", "replace"))
            else:
                yield Answer(task.item, result[1:], "")
        if not ready:
            for worker in self._workers:
                worker.process.kill()

    def _feed(self, worker: _Worker[Item]) -> None:
        while worker.batches and not worker.batches[0]:
            worker.batches.popleft()
        while self._queue and len(worker.batches) < _N_OUTSTANDING_BATCHES:
            batch = self._next_batch(worker.is_last)
            message = pickle.dumps([(t.item, t.seconds) for t in batch])
            if worker.batches and len(message) > _MAX_AHEAD_BYTES:
                # The worker may be sending too, and then neither would read: try again later.
                self._put_back(batch, worker.is_last)
                return
            try:
                worker.connection.send_bytes(message)
            except OSError:
                # It died with unread answers: its batch goes back into the queue.
                self._put_back(batch, worker.is_last)
                return
            worker.batches.append(batch)

    def _next_batch(self, is_last: bool) -> deque[_Task[Item]]:
        take, end = (self._queue.pop, -1) if is_last else (self._queue.popleft, 0)
        batch = deque([take()])
        weight, size = batch[0].weight, len(pickle.dumps(batch[0].item))
        while self._queue and not batch[0].is_alone and len(batch) < _BATCH_ITEMS:
            task = self._queue[end]
            weight += task.weight
            size += len(pickle.dumps(task.item))
            if task.is_alone or weight > _BATCH_WEIGHT or size > _BATCH_PICKLED_BYTES:
                break
            batch.append(take())
        return batch

    def _put_back(self, tasks: Iterable[_Task[Item]], is_last: bool) -> None:
        tasks = reversed([*tasks])
        self._queue.extend(tasks) if is_last else self._queue.extendleft(tasks)

    def _bury(self, worker: _Worker[Item]) -> Iterator[Answer[Item]]:
        worker.process.join()
        death = _cause(worker.process.exitcode)
        if not worker.is_ready:
            # No item is to blame, and the next process would fail too.
            message = f"no worker process can be started: it {death}"
            raise RepobookError(message, "the machine may be short of memory or of processes")
        unanswered = [task for batch in worker.batches for task in batch]
        self._selector.unregister(worker.connection)
        worker.connection.close()
        self._workers.remove(worker)
        if not unanswered:
            if self._queue:
                self._workers.append(self._spawn(worker.is_last))
            return
        culprit, others = unanswered[0], unanswered[1:]
        self._put_back([task._replace(is_alone=True) for task in others], worker.is_last)
        # A crash may have been an accident; processor time spent is spent the same way again.
        is_final = culprit.n_tries > 0 or death == TOO_LONG
        if not is_final:
            again = culprit._replace(is_alone=True, n_tries=1)
            self._put_back([again], worker.is_last)
        else:
            # Reported first: items that the caller adds in response go before those in the queue.
            yield Answer(culprit.item, b"", death)
        fresh = self._spawn(worker.is_last)
        self._workers.append(fresh)
        self._feed(fresh)

    def _spawn(self, is_last: bool) -> _Worker[Item]:
        our_end, worker_end = self._context.Pipe()
        process = self._context.Process(
            target=_work,
            args=(worker_end, self._factory, self._limits, _niceness()),
            daemon=True,
        )
        fork_server.start(process)
        worker_end.close()
        worker: _Worker[Item] = _Worker(process, our_end, is_last)
        self._selector.register(our_end, selectors.EVENT_READ, worker)
        return worker


def _niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def _work(connection: Connection, factory: WorkFactory, limits: Limits, niceness: int) -> None:
    # It is forked from a process that may be less polite than who works with it.
    os.setpriority(os.PRIO_PROCESS, 0, max(niceness, _niceness()))
    # Native code that aborts may print what a hostile file made it print.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _limit_memory(limits.memory_bytes)
    _keep_freed_memory()
    try:
        work = factory()
    except (MemoryError, OSError, RepobookError) as error:
        connection.send_bytes(_FAILED + _reason(error).encode("utf-8", "replace"))
        return
    connection.send_bytes(_READY)
    while True:
        try:
            batch = pickle.loads(connection.recv_bytes())
        except EOFError:
            return
        for item, seconds in batch:
            _clock.append(seconds)
            restart_clock()
            result = _answer(work, item)
            _clock.clear()
            restart_clock()
            connection.send_bytes(result)


# The seconds of the item that this process works on; empty between items, and in other processes.
_clock: Final[list[float]] = []


def restart_clock() -> None:
    """For work that has to prepare itself first: an item is not charged for that."""
    signal.setitimer(signal.ITIMER_PROF, _clock[0] if _clock else 0)


def _reason(error: Exception) -> str:
    if isinstance(error, RepobookError):
        return error.message
    cause = f"{error}" if isinstance(error, OSError) else "there is not enough memory"
    return f"no worker process can begin: {cause}"


def _check_beginning(message: bytes) -> None:
    """Checks a worker's first message; if one cannot start, the next would fail too."""
    if message != _READY:
        raise RepobookError(message.removeprefix(_FAILED).decode("utf-8", "replace"))


def attempt(work: Callable[[Item], bytes], item: Item) -> Answer[Item]:
    """Works in this process, for callers with too few items for a pool; a crash is not survived."""
    try:
        return Answer(item, work(item), "")
    except DamagedCacheError:
        raise  # it concerns all of the build
    except OSError as error:
        return Answer(item, b"", f"{REFUSED}: {error.strerror or error}")
    except Exception as error:  # noqa: BLE001 - a defect of ours must cost one file, not the build
        return Answer(item, b"", f"{RAISED} ({type(error).__name__}: {error})")


def _answer(work: Work, item: object) -> bytes:
    try:
        _, result, death = attempt(work, item)
    except DamagedCacheError:
        return _DAMAGED
    return _FAILED + death.encode("utf-8", "replace") if death else _WORKED + result


def _limit_memory(n_bytes: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (n_bytes, hard))


def _keep_freed_memory() -> None:
    """A tree is freed before the next is made: returning its pages in between only costs time."""
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(_M_TRIM_THRESHOLD, _KEPT_BYTES)
        set_option(_M_MMAP_THRESHOLD, _KEPT_BYTES)


def _cause(exit_code: int | None) -> str:
    if exit_code == -signal.SIGPROF:
        return TOO_LONG
    if exit_code == -signal.SIGKILL:
        return KILLED
    if exit_code is not None and exit_code < 0:
        return f"crashed ({_signal_name(-exit_code)})"
    return f"ended with exit code {exit_code}"


def _signal_name(number: int) -> str:
    names = (known.name for known in signal.Signals if known == number)
    return next(names, f"signal {number}")
