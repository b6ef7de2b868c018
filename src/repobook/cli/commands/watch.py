"""``repobook watch``: builds, and builds again whenever a file has changed."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

import click

from repobook.ask.envelope import answered
from repobook.ask.opening.locate_book import default_book
from repobook.build.watching import TreeState, Watch, sight_of
from repobook.cli.choices import Choices, chosen, own_command
from repobook.cli.output import say
from repobook.disk.folder_events import FolderEvents
from repobook.errors import RepobookError

_SECONDS_AFTER_A_FAILURE: Final = 10.0
# Readers go before what is read at first. For an edit somebody waits: it goes with questions, which
# the processes of the server answer at this priority, and after pages.
_POLITE_AT_FIRST, _POLITE_WITH_EDITS = 10, 5


@click.command(short_help="Keep a book up to date while its repository changes.")
@click.argument("path", default=".")
@click.option("-o", "--output", metavar="BOOK", help="Where the book goes [NAME.book here].")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for every look.")
@chosen
def command(path: str, output: str | None, as_json: bool, choices: Choices) -> None:
    """Keep the book of the repository at PATH up to date, until interrupted."""
    book = Path(output) if output else default_book(choices.source(path))
    build = own_command("build", "-o", book, "--quiet", *choices.arguments(), "--", path)
    watch = Watch(lambda: sight_of(choices.source(path)._replace(output=str(book))), FolderEvents())
    report = _print_state if as_json else _say_state
    while True:
        state = _looked(watch)
        if state.is_stale and watch.is_due():
            report(state._replace(is_building=True))
            state = _built(watch, build, is_first=not watch.has_built)
        report(state)
        watch.rest(_SECONDS_AFTER_A_FAILURE if state.build_problem else watch.seconds_of_rest)


def _looked(watch: Watch) -> TreeState:
    try:
        return TreeState(True, watch.is_stale())
    except RepobookError as error:
        return TreeState(True, build_problem=error.message)


def _built(watch: Watch, command: list[str], *, is_first: bool) -> TreeState:
    """In a process of its own: what a build takes in memory goes with it."""
    politeness = _POLITE_AT_FIRST if is_first else _POLITE_WITH_EDITS
    polite = ("nice", "-n", str(politeness)) if shutil.which("nice") else ()
    done = subprocess.run(
        [*polite, *command], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    if done.returncode == 0:
        watch.set_built()
        return TreeState(True)
    message = done.stderr.decode("utf-8", "replace").strip().removeprefix("repobook: ")
    return TreeState(True, is_stale=True, build_problem=message or f"ended with {done.returncode}")


def _print_state(state: TreeState) -> None:
    """Prints every poll, so that a reader that is gone is noticed."""
    click.echo(json.dumps(answered("watch", "", state)))


def _say_state(state: TreeState) -> None:
    if state.is_building:
        say("building")
    elif state.build_problem:
        say(f"not built: {state.build_problem}")
