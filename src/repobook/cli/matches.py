"""How every command tells that a name means several things, or none."""

from repobook.cli.output import count, print_line, say
from repobook.service.answers import Matches, Nothing


def print_matches(answer: Matches) -> None:
    for symbol in answer.symbols:
        print_line(f"{symbol.path}:{symbol.line}  {symbol.kind} {symbol.qualname}")
    for file in answer.files:
        print_line(f"{file.path}:1  file, {count(file.n_lines, 'line')}")
    listed = len(answer.symbols) + len(answer.files)
    cut = f"; the first {listed} are listed" if listed < answer.n_all else ""
    say(f"{answer.n_all:,} matches for {answer.name}{cut}: give a path or path::Name for one")


def print_nothing(answer: Nothing) -> None:
    covered = f"{count(answer.n_files, 'file')} looked through, {answer.n_unparsed} not fully read"
    say(f"nothing called {answer.name} ({covered})")
    if answer.close:
        say(f"did you mean {', '.join(answer.close)}?")
