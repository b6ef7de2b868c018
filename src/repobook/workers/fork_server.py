"""Starts the fork server of ``multiprocessing``, the process that workers are forked from.

Workers inherit its environment. Its own error messages would reach the terminal, so it is silent,
and what the machine lacks is reported here.
"""

import os
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Final

from repobook.errors import RepobookError
from repobook.workers import silent_helper

_FEW_DESCRIPTORS: Final = 64
# The name of a socket has 108 bytes at most, of which 33 are the library's own.
_MAX_TEMPORARY: Final = 75
_PRELOADED: Final = {silent_helper.__name__: None}
"""Names of modules, in the order in which they were named."""
_TEMPORARY: Final = ("/tmp", "/var/tmp", "/dev/shm")


def preload(*modules: str) -> None:
    """Names modules that the fork server imports once, so that workers need not."""
    _PRELOADED.update(dict.fromkeys(modules))
    forkserver.set_forkserver_preload(list(_PRELOADED))


def warm_up(module: str) -> None:
    """Starts the process that workers are forked from, while the caller has other things to do."""
    preload(module)
    ensure_running()


def ensure_running() -> None:
    with _apart_from_here(), _in_a_short_folder():
        forkserver.ensure_running()


def inherit() -> None:
    """In a process forked from the one that started it and sees that it runs; another cannot wait
    for it, as ``multiprocessing`` would to learn whether it still does."""
    for asked in (forkserver, forkserver._forkserver):
        vars(asked)["ensure_running"] = lambda: None


def start(process: BaseProcess) -> None:
    try:
        ensure_running()
        with _apart_from_here(), _without_main():
            process.start()
    except (EOFError, ConnectionError):
        raise RepobookError(f"no worker process can be started: {_lacking()}") from None


def _lacking() -> str:
    """The likely reason why a process could not start."""
    n_descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= n_descriptors < _FEW_DESCRIPTORS:
        return f"{n_descriptors} open files are too few (ulimit -n)"
    n_bytes, _ = resource.getrlimit(resource.RLIMIT_AS)
    if n_bytes != resource.RLIM_INFINITY:
        return f"{n_bytes >> 20:,} MB of memory may be too little (ulimit -v)"
    return "the process that starts them died"


@contextmanager
def _apart_from_here() -> Iterator[None]:
    """Keeps the fork server from importing modules of the current folder, which may be the
    repository, and from being interrupted with us, since we end it ourselves."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    wanted = {"PYTHONSAFEPATH": "1", silent_helper.VARIABLE: "1"}
    added = [name for name in wanted if name not in os.environ]
    os.environ.update({name: wanted[name] for name in added})
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)  # another thread may have been first
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


@contextmanager
def _without_main() -> Iterator[None]:
    """A worker would run the script that imported us once more, unless that has a guard."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _in_a_short_folder() -> Iterator[None]:
    """The path of the temporary folder, where the socket lies, may be too long for a socket."""
    temporary = tempfile.gettempdir()
    if len(os.fsencode(temporary)) <= _MAX_TEMPORARY:
        yield
        return
    short = next((folder for folder in _TEMPORARY if os.access(folder, os.W_OK | os.X_OK)), "")
    if not short:
        raise RepobookError(f"the path of TMPDIR is too long: {temporary}", "choose a shorter one")
    tempfile.tempdir = short
    try:
        yield
    finally:
        tempfile.tempdir = temporary
