"""How every command reports that a name has several meanings, or none."""

from collections.abc import Callable
from typing import Any, Final

from repobook.cli.output import count, print_answer, print_line, say
from repobook.model.answers import Matches, Nothing, Others

_MAX_OTHERS = 5

Printers = dict[type, Callable[[Any], None]]


def print_found(command: str, commit: str, answer: Any, as_json: bool, printers: Printers) -> None:
    """An answer by its type; every name may have several meanings, or none."""
    if as_json:
        print_answer(command, commit, answer)
    else:
        (_OF_ALL | printers)[type(answer)](answer)


def print_matches(answer: Matches) -> None:
    for symbol in answer.symbols:
        print_line(f"{symbol.path}:{symbol.line}  {symbol.kind} {symbol.qualname}")
    for file in answer.files:
        print_line(f"{file.path}:1  file, {count(file.n_lines, 'line')}")
    listed = len(answer.symbols) + len(answer.files)
    cut = f"; first {listed} listed" if listed < answer.n_all else ""
    matches = f"{answer.n_all:,} {'match' if answer.n_all == 1 else 'matches'}"
    say(f"{matches} for {answer.name}{cut}: use a path or path::Name to pick one")


def say_others(others: Others) -> None:
    """What the name may mean besides."""
    if others.n_all:
        listed = others.symbols[:_MAX_OTHERS]
        more = "" if len(listed) == others.n_all else "; --all lists them"
        say(f"and {count(others.n_all, 'other')} with that name{more}:")
        for symbol in listed:
            say(f"  {symbol.path}:{symbol.line}  {symbol.kind} {symbol.qualname}")


def print_nothing(answer: Nothing) -> None:
    covered = f"{count(answer.n_files, 'file')} searched, {answer.n_unparsed} with parse problems"
    say(f"no match for {answer.name} ({covered})")
    if answer.close:
        say(f"did you mean {', '.join(answer.close)}?")


_OF_ALL: Final[Printers] = {Matches: print_matches, Nothing: print_nothing}
