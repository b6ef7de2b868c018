"""What a book is made of: the options that every command which builds has in common."""

import sys
from collections.abc import Callable
from functools import reduce, wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from repobook.api import known_formats, n_cores
from repobook.build.request import DEFAULT_MAX_BYTES, BuildRequest
from repobook.scan.config import read_config
from repobook.scan.git.history import DEFAULT_COMMITS
from repobook.scan.sources.source import SourceSpec, find_source


class Choices(NamedTuple):
    rev: str
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    jobs: int | None
    max_file_size: int
    history: int
    formats: tuple[str, ...]
    no_pages: bool
    show_credentials: bool

    def source(self, path: str) -> SourceSpec:
        return find_source(path, self.rev, self.include, self.exclude)

    def request(self, path: str, book: Path) -> BuildRequest:
        spec = self.source(path)
        return BuildRequest(
            spec._replace(formats=self.formats or read_config(spec).formats),
            book,
            self.n_jobs,
            self.max_file_size,
            n_commits=self.history,
            show_credentials=self.show_credentials,
            makes_pages=not self.no_pages,
        )

    def arguments(self) -> list[str]:
        """The same choices for another process."""
        return [
            f"--rev={self.rev}",
            *(f"--include={glob}" for glob in self.include),
            *(f"--exclude={glob}" for glob in self.exclude),
            f"--jobs={self.n_jobs}",
            f"--max-file-size={self.max_file_size}",
            f"--history={self.history}",
            *([f"--formats={','.join(self.formats)}"] if self.formats else []),
            *(["--no-pages"] if self.no_pages else []),
            *(["--show-credentials"] if self.show_credentials else []),
        ]

    @property
    def n_jobs(self) -> int:
        return self.jobs or n_cores()


def chosen(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options; the command is given ``choices``."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        choices = Choices(*(given.pop(name) for name in Choices._fields))
        return command(choices=choices, **given)

    return reduce(lambda found, option: option(found), reversed(_OPTIONS), gathered)


def own_command(*arguments: str | Path) -> list[str]:
    """Another process of ours, with nothing of the current folder on its module path."""
    return [sys.executable, "-P", "-m", "repobook", *map(str, arguments)]


def _formats(ctx: click.Context, option: click.Parameter, names: str | None) -> tuple[str, ...]:
    return () if names is None else known_formats(names.split(","))


_OPTIONS = (
    click.option("--rev", default="", help="Read a git directory at this revision."),
    click.option(
        "--include", multiple=True, metavar="GLOB", help="Only files that match (repeatable)."
    ),
    click.option(
        "--exclude", multiple=True, metavar="GLOB", help="Skip files that match (repeatable)."
    ),
    click.option("--jobs", type=click.IntRange(1, 256), help="Worker processes [one per core]."),
    click.option(
        "--max-file-size",
        type=click.IntRange(1),
        default=DEFAULT_MAX_BYTES,
        show_default=True,
        metavar="BYTES",
        help="List larger files without reading them.",
    ),
    click.option(
        "--history",
        type=click.IntRange(0),
        default=DEFAULT_COMMITS,
        show_default=True,
        metavar="N",
        help="Number of commits to read, newest first; 0 for none.",
    ),
    click.option(
        "--formats",
        metavar="NAMES",
        callback=_formats,
        help="Page formats, comma-separated [markdown,site].",
    ),
    click.option(
        "--no-pages", is_flag=True, help="Build only the index; every command works without pages."
    ),
    click.option(
        "--show-credentials",
        is_flag=True,
        help="Also show files that look like credentials, if git tracks them.",
    ),
)
