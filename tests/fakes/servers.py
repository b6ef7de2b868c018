"""A server on a real socket, in a thread of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from repobook.web.app import application
from repobook.web.server import ADDRESS, listen, server
from tests.fakes.processes import SECONDS_OF_A_HANG


@contextmanager
def served(book: Path) -> Iterator[tuple[str, int]]:
    """Where it listens."""
    is_ready = threading.Event()
    listening = listen(0)
    running = server(application(book), is_ready.set)
    thread = threading.Thread(target=running.run, args=([listening],), daemon=True)
    thread.start()
    assert is_ready.wait(SECONDS_OF_A_HANG)
    try:
        yield ADDRESS, listening.getsockname()[1]
    finally:
        running.should_exit = True
        thread.join(SECONDS_OF_A_HANG)
        listening.close()
