"""Where exceptions become messages and exit codes."""

import os
import resource
import sys
from collections.abc import Callable

import click

from repobook.cli.output import say_error, write_nowhere
from repobook.errors import RepobookError


def exit_code(run: Callable[[], object]) -> int:
    """Of what ``run`` does; an integer that it returns is its exit code."""
    try:
        code = run()
    except click.ClickException as error:
        _say_usage(error)
        return 2
    except (click.Abort, KeyboardInterrupt):
        say_error("interrupted; the book is unchanged, and the next build resumes from here")
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


def is_memory_limited() -> bool:
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _say_defect(error: Exception) -> None:
    # Libraries that find no room fail in ways of their own, and so does what compiles a module.
    is_of_compiler = isinstance(error, ValueError) and "is required for" in f"{error}"
    if is_memory_limited() and (isinstance(error, ImportError | SystemError) or is_of_compiler):
        raise MemoryError
    if isinstance(error, RuntimeError) and f"{error}" == "can't start new thread":
        say_error("cannot start another thread", "check ulimit -u and ulimit -v")
        return
    problem = f"internal error: {type(error).__name__}: {error}"
    say_error(problem, "set REPOBOOK_DEBUG=1 for a traceback, and please report it")


def _say_usage(error: click.ClickException) -> None:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if "\n" in message:
        error.show()  # The help itself, for a command without its arguments.
    else:
        say_error(message, f"see {context.command_path} --help" if context else "")
