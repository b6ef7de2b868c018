"""The command line: a command is one file in ``commands/`` or ``questions/``, loaded when called.

Results go to stdout and messages to stderr. Exit codes: 0 fine, 1 nothing found or not as it
should be, 2 wrong usage or an error, 130 interrupted.
"""

import gc
import os
import resource
import sys
from contextlib import suppress
from typing import Final

import click

from repobook import __version__
from repobook.cli import commands, questions
from repobook.cli.command_files import CommandFiles
from repobook.cli.output import say_error, write_nowhere
from repobook.errors import RepobookError

_NO_ROOM: Final = b"repobook: there is not enough memory; ulimit -v says how much is allowed\n"


@click.group(
    cls=CommandFiles,
    rooms=(commands, questions),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `repobook build PATH`, then `repobook search WORDS`, `repobook show NAME`.",
)
@click.version_option(__version__, prog_name="repobook")
def group() -> None:
    """Reads a source repository and writes its book: what is defined where, line by line."""


def main() -> None:
    # A command makes many values and few cycles, and then it ends.
    gc.set_threshold(100_000, 50, 100)
    _open_what_is_closed()
    try:
        code = _exit_code()
    except MemoryError:
        # Wherever it was lacking, perhaps to say anything else: this takes none.
        with suppress(OSError):
            os.write(2, _NO_ROOM)
        code = 2
    if code and _is_memory_limited():
        _leave(code)
    sys.exit(code)


def _leave(code: int) -> None:
    """At once: what Python does when it ends takes memory, and complains where there is none."""
    with suppress(OSError, ValueError, MemoryError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _is_memory_limited() -> bool:
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _exit_code() -> int:
    """The one place where exceptions become messages and exit codes."""
    try:
        code = group.main(standalone_mode=False)
    except click.ClickException as error:
        _say_usage(error)
        return 2
    except (click.Abort, KeyboardInterrupt):
        say_error("interrupted; the book is as it was, and the next build goes on from here")
        return 130
    except RepobookError as error:
        say_error(error.message, error.hint)
        return 2
    except BrokenPipeError:
        # The reader of our output went away, as `head` does; that is no error of ours.
        write_nowhere(sys.stdout)
        return 0
    except OSError as error:
        place = f": {os.fsdecode(error.filename)}" if error.filename else ""
        say_error(f"{error.strerror or error}{place}")
        return 2
    except MemoryError:
        raise
    except Exception as error:  # A defect of ours still ends in one clear line.
        if os.environ.get("REPOBOOK_DEBUG"):
            raise
        _say_defect(error)
        return 2
    return code if isinstance(code, int) else 0


def _open_what_is_closed() -> None:
    """Else the next file to be opened would be taken for the terminal."""
    for n in range(3):
        try:
            os.fstat(n)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


def _say_defect(error: Exception) -> None:
    if _is_memory_limited() and isinstance(error, ImportError | SystemError):
        raise MemoryError  # Libraries that find no room fail in ways of their own.
    if isinstance(error, RuntimeError) and f"{error}" == "can't start new thread":
        say_error("no further thread can be started", "ulimit -u and ulimit -v limit them")
        return
    problem = f"internal error: {type(error).__name__}: {error}"
    say_error(problem, "REPOBOOK_DEBUG=1 shows where; please report it")


def _say_usage(error: click.ClickException) -> None:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if "\n" in message:
        error.show()  # The help itself, for a command without its arguments.
    else:
        say_error(message, f"see {context.command_path} --help" if context else "")
