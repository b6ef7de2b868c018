"""``repobook watch``: builds, and builds again whenever a file has changed."""

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import click

from repobook.ask.envelope import answered
from repobook.ask.opening.locate_book import default_book
from repobook.build.entry import build
from repobook.build.fingerprint import own_fingerprint
from repobook.build.memory import LastBuild
from repobook.build.pages.run import BookMaker
from repobook.build.pipeline import last_build_of
from repobook.build.read.read_file import ReaderFactory
from repobook.build.request import BuildRequest
from repobook.build.watching import TreeState, Watch, scan_of
from repobook.cli.choices import Choices, chosen
from repobook.cli.exit_codes import exit_code
from repobook.cli.output import say
from repobook.disk.folder_events import FolderEvents
from repobook.errors import RepobookError
from repobook.packs.installed import installed
from repobook.workers import fork_server
from repobook.workers.forks import run_in_fork

_SECONDS_AFTER_A_FAILURE: Final = 10.0
# Readers go before what is read at first. For an edit somebody waits: it goes with questions, which
# the processes of the server answer at this priority, and after pages.
_POLITE, _POLITE_AT_FIRST = 5, 5
_LOADED: Final = BookMaker
"""With all code that makes pages: builds are forked from here and need not load it."""


@click.command(short_help="Keep a book up to date while its repository changes.")
@click.argument("path", default=".")
@click.option("-o", "--output", metavar="BOOK", help="Output folder [./NAME.book].")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for every poll.")
@chosen
def command(path: str, output: str | None, as_json: bool, choices: Choices) -> None:
    """Keep the book of the repository at PATH up to date, until interrupted."""
    book = Path(output) if output else default_book(choices.source(path))
    os.nice(_POLITE)
    own_fingerprint()  # of the code that was loaded, whatever is installed later
    installed()
    watch = Watch(lambda: scan_of(choices.request(path, book)), FolderEvents())
    report = _print_state if as_json else _say_state
    last: LastBuild | None = None
    while True:
        state, request = _looked(watch), choices.request(path, book)
        if state.is_stale and watch.is_due():
            report(state._replace(is_building=True))
            state = _built(watch, partial(_build, request, watch, last))
            report(state)
            last = None  # not two of them at a time
            last = last_build_of(request)
        else:
            report(state)
        watch.rest(_SECONDS_AFTER_A_FAILURE if state.build_problem else watch.seconds_of_rest)


def _looked(watch: Watch) -> TreeState:
    try:
        return TreeState(True, watch.is_stale())
    except RepobookError as error:
        return TreeState(True, build_problem=error.message)


def _build(request: BuildRequest, watch: Watch, last: LastBuild | None) -> None:
    give_way(watch)
    fork_server.inherit()
    build(request, scan=watch.scan, last=last)


def give_way(watch: Watch) -> None:
    if not watch.has_built:
        os.nice(_POLITE_AT_FIRST)


def _built(watch: Watch, run: Callable[[], None]) -> TreeState:
    """In a process of its own: what a build takes in memory goes with it."""
    fork_server.warm_up(ReaderFactory.__module__)
    code, messages = run_in_fork(partial(exit_code, run))
    if code == 0:
        watch.set_built()
        return TreeState(True)
    message = messages.decode("utf-8", "replace").strip().removeprefix("repobook: ")
    return TreeState(True, is_stale=True, build_problem=message or f"exited with {code}")


def _print_state(state: TreeState) -> None:
    """Prints every poll, so that a reader that is gone is noticed."""
    click.echo(json.dumps(answered("watch", "", state)))


def _say_state(state: TreeState) -> None:
    if state.is_building:
        say("building")
    elif state.build_problem:
        say(f"not built: {state.build_problem}")
