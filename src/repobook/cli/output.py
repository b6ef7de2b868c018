"""What reaches the screen: data to stdout, messages to stderr, nothing that steers a terminal."""

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

import click

from repobook.ask.envelope import answered, envelope
from repobook.text.amounts import count as count
from repobook.text.visible import one_visible_line


def print_json(command: str, commit: str, data: Mapping[str, Any], truncated: bool = False) -> None:
    """The versioned envelope around every ``--json`` answer."""
    _print_envelope(envelope(command, commit, data, truncated))


def print_answer(command: str, commit: str, answer: Any) -> None:
    """One of the answers of ``ask/`` in its envelope."""
    _print_envelope(answered(command, commit, answer))


def _print_envelope(content: Mapping[str, Any]) -> None:
    # Escaped to ASCII: a repository's text can then neither steer a terminal nor break a reader.
    click.echo(json.dumps(content, indent=2))


def print_line(text: str = "") -> None:
    """Always one line: a name with a line break in it must not forge another."""
    click.echo(one_visible_line(text))


def print_marked(text: str, marked: re.Pattern[str] | None) -> None:
    """One line; in a terminal with colours what matches stands out."""
    line = one_visible_line(text)
    if marked and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        line = marked.sub(lambda match: click.style(match.group(), bold=True), line)
    click.echo(line)


def print_table(rows: Sequence[Sequence[str]], indent: str = "  ") -> None:
    """Columns as wide as their cells; the last one runs on."""
    cells = [[one_visible_line(cell) for cell in row] for row in rows]
    widths = (
        [max((len(row[n]) for row in cells), default=0) for n in range(len(cells[0]))]
        if cells
        else []
    )
    for row in cells:
        padded = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        click.echo(indent + "  ".join([*padded, row[-1]]).rstrip())


def say(text: str) -> None:
    """A message is one line, whatever names it contains; lost if stderr is closed."""
    try:
        click.echo(one_visible_line(text), err=True)
    except OSError:
        write_nowhere(sys.stderr)


def write_nowhere(stream: TextIO) -> None:
    """Redirects the stream: the interpreter would flush the rest at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say_error(message: str, hint: str = "") -> None:
    say(f"repobook: {message}")
    if hint:
        say(f"  {hint}")


def size(n_bytes: int) -> str:
    amount = float(n_bytes)
    for unit in ("B", "KB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"
