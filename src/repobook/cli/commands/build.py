"""``repobook build``: the main job."""

import sys
import time
from pathlib import Path
from typing import Final

import click

from repobook.api import build_book
from repobook.build.report import BuildReport
from repobook.cli.choices import Choices, chosen
from repobook.cli.output import count, print_json, print_line, say, size
from repobook.cli.progress import LineProgress, TerminalProgress
from repobook.model.answers import as_data
from repobook.model.book_layout import HOMES
from repobook.model.files import LeftOut
from repobook.model.progress import Progress, Silent
from repobook.scan.skip_reasons import CREDENTIALS

_N_SHOWN: Final = 3


@click.command(short_help="Read a repository and write its book.")
@click.argument("path", default=".")
@click.option("-o", "--output", metavar="BOOK", help="Output folder [./NAME.book].")
@chosen
@click.option("--no-cache", is_flag=True, help="Ignore all caches of earlier builds.")
@click.option(
    "--strict",
    is_flag=True,
    help="Exit 1 if a parser crashed or gave up, or a file was unreadable.",
)
@click.option("--quiet", is_flag=True, help="No progress and no summary.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    path: str,
    output: str | None,
    choices: Choices,
    no_cache: bool,
    strict: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Read the repository at PATH (a folder or a git directory) and write its book."""
    started = time.monotonic()
    report = build_book(
        path,
        output or None,
        rev=choices.rev,
        include=choices.include,
        exclude=choices.exclude,
        n_jobs=choices.n_jobs,
        max_file_size=choices.max_file_size,
        n_commits=choices.history,
        formats=choices.formats,
        makes_pages=not choices.no_pages,
        use_cache=not no_cache,
        show_credentials=choices.show_credentials,
        progress=_progress(quiet),
    )
    if as_json:
        print_json("build", report.meta.get("commit", ""), _as_data(report))
    elif not quiet:
        _say_closing_lines(report, time.monotonic() - started)
    if strict and report.n_unread:
        ctx.exit(1)


def _progress(quiet: bool) -> Progress:
    if quiet:
        return Silent()
    return TerminalProgress() if sys.stderr.isatty() else LineProgress()


def _say_closing_lines(report: BuildReport, seconds: float) -> None:
    meta = report.meta
    state = "written" if report.changed else "up to date"
    print_line(str(report.book))
    n_files, n_symbols = int(meta["n_files"]), int(meta["n_symbols"])
    n_documented, n_listed = int(meta["n_documented"]), int(meta["n_listed"])
    say(
        f"{state}: {count(n_files, 'file')}, {count(n_symbols, 'symbol')}, "
        f"{size(report.n_bytes)}, in {seconds:.1f} s ({count(report.n_parsed, 'file')} read)"
    )
    say(_pages_line(report))
    say(f"account: {n_documented:,} documented + {n_listed:,} listed = {n_files:,} files")
    _say_reasons(report)
    _say_left_out(report.left_out)
    for notice in report.notices:
        say(f"  note: {notice}")
    say(f"next: repobook search --book {report.book} WORDS, repobook verify {report.book}")


def _pages_line(report: BuildReport) -> str:
    pages = report.pages
    if not pages.n_pages:
        return "pages: none (--no-pages)"
    return (
        f"pages: {pages.n_pages:,} with {pages.n_links:,} links and {pages.n_cites:,} citations "
        f"({pages.n_written:,} written); open {_home(report)}"
    )


def _home(report: BuildReport) -> Path:
    homes = [report.book / name for name in HOMES]
    return next((home for home in homes if home.exists()), report.book)


def _say_reasons(report: BuildReport) -> None:
    """Credentials are always named: someone may look for them in the book."""
    shown = {*list(report.reasons)[:_N_SHOWN], CREDENTIALS} & report.reasons.keys()
    for reason, n in report.reasons.items():
        if reason in shown:
            say(f"  listed: {n:,} × {reason}")
    if n_more := len(report.reasons) - len(shown):
        say(f"  and {count(n_more, 'more reason')}: repobook status {report.book}")


def _say_left_out(left_out: tuple[LeftOut, ...]) -> None:
    """Only what holds sources and was not left out by an ignore file or an option."""
    for path, rule, n_sources, is_cut in left_out[:_N_SHOWN]:
        at_least = "at least " * is_cut
        say(f"  excluded: {path} ({rule}): {at_least}{count(n_sources, 'source file')}")
    if len(left_out) > _N_SHOWN:
        n_sources = sum(one.n_sources for one in left_out[_N_SHOWN:])
        say(f"  excluded: {len(left_out) - _N_SHOWN:,} more with {count(n_sources, 'source file')}")


def _as_data(report: BuildReport) -> dict[str, object]:
    return {
        "book": str(report.book),
        "changed": report.changed,
        "files": int(report.meta["n_files"]),
        "documented": int(report.meta["n_documented"]),
        "listed": int(report.meta["n_listed"]),
        "symbols": int(report.meta["n_symbols"]),
        "read": report.n_parsed,
        "pages": report.pages._asdict(),
        "reasons": report.reasons,
        "skipped": report.n_skipped,
        "left_out": as_data(report.left_out),
        "notices": list(report.notices),
        "seconds": {name: round(s, 3) for name, s in report.seconds_by_phase.items()},
    }
