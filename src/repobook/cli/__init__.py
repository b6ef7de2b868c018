"""The command line: a command is one file in ``commands/`` or ``questions/``, loaded when called.

Results go to stdout and messages to stderr. Exit codes: 0 fine, 1 nothing found or not as it
should be, 2 wrong usage or an error, 130 interrupted.
"""

import gc
import os
import sys
from contextlib import suppress
from functools import partial
from typing import Final

import click

from repobook import __version__
from repobook.cli import commands, questions
from repobook.cli.command_files import CommandFiles
from repobook.cli.exit_codes import exit_code, is_memory_limited

_NO_ROOM: Final = b"repobook: there is not enough memory; ulimit -v says how much is allowed\n"


@click.group(
    cls=CommandFiles,
    rooms=(commands, questions),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `repobook build PATH`; then `repobook search WORDS`, `repobook show NAME`.",
)
@click.version_option(__version__, prog_name="repobook")
def group() -> None:
    """Reads a source repository and writes its book: what is defined where, line by line."""


def main() -> None:
    """Ends the process."""
    code = run()
    if not (code and is_memory_limited()):
        _end_processes()
    _leave(code)


def run() -> int:
    """What the arguments of the process ask for; returns the exit code."""
    # A command makes many values and few cycles, and then it ends.
    gc.set_threshold(100_000, 50, 100)
    _open_what_is_closed()
    try:
        return exit_code(partial(group.main, standalone_mode=False))
    except MemoryError:
        # Wherever it was lacking, perhaps to say anything else: this takes none.
        with suppress(OSError):
            os.write(2, _NO_ROOM)
        return 2


def _end_processes() -> None:
    """Those that were started and still run, with the folders that they needed."""
    if started := sys.modules.get("multiprocessing.util"):
        started._exit_function()


def _leave(code: int) -> None:
    """At once: to free value by value what the system frees as a whole takes 50 ms after a build,
    and memory, and Python complains where there is none."""
    with suppress(OSError, ValueError, MemoryError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _open_what_is_closed() -> None:
    """Else the next file to be opened would be taken for the terminal."""
    for n in range(3):
        try:
            os.fstat(n)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
