"""The files behind a served book: another process watches and builds, and reports to this one."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from repobook.build.watching import TreeState


class Tree(Protocol):
    def state(self) -> TreeState:
        """What is known now."""

    async def follow(self) -> None:
        """Until it is cancelled."""


class _Unwatched:
    def state(self) -> TreeState:
        return TreeState()

    async def follow(self) -> None:
        return


UNWATCHED: Final = _Unwatched()


class _Line(msgspec.Struct):
    data: dict[str, bool | str]


class WatchedTree:
    """``command`` prints a line in the envelope for each state that it finds the files in."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._state = TreeState(is_watched=True)

    def state(self) -> TreeState:
        return self._state

    async def follow(self) -> None:
        # In a group of its own: an interrupt at the terminal is ours to pass on. Not in a session:
        # Linux may share processors out by session, and then politeness in one is none to another.
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            process_group=0,
        )
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                with contextlib.suppress(msgspec.DecodeError, TypeError):
                    state = msgspec.json.decode(line, type=_Line).data
                    self._state = TreeState(**state)  # type: ignore[arg-type]
            self._state = TreeState(build_problem="the files are no longer watched")
        finally:
            # Its builds go with it; a build that is ended leaves the book as it was.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            await process.wait()
