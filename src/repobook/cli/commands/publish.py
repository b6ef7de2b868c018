"""``repobook publish``: the site of a book as a static host needs it."""

import re
from pathlib import Path
from typing import Final

import click

from repobook.ask.opening.locate_book import find_book
from repobook.cli.output import print_json, print_line, print_table, size
from repobook.cli.reading import book_option
from repobook.errors import RepobookError
from repobook.hosting.host import HostReport, HostRequest, publish
from repobook.hosting.site_sizes import ways_to_shrink
from repobook.model.answers import as_data

_SIZE: Final = re.compile(r"(\d{1,9})\s*([KMG]?)B?\Z", re.IGNORECASE)
_FACTORS: Final = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def _n_bytes(ctx: click.Context, option: click.Parameter, value: str | None) -> int:
    if not value:
        return 0
    match = _SIZE.match(value)
    if not match:
        raise RepobookError(f"not a size: {value}", "such as 600MB")
    return int(match[1]) * _FACTORS[match[2].upper()]


@click.command(short_help="Write the site for a static host.")
@book_option
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Folder or file to upload.")
@click.option("--base-url", default="", metavar="URL", help="Public URL of the site.")
@click.option(
    "--version",
    default="",
    metavar="NAME",
    help="Publish next to other versions, as v1.2 or latest.",
)
@click.option(
    "--max-size",
    callback=_n_bytes,
    metavar="SIZE",
    help="Exit 1 if the result is larger, such as 600MB.",
)
@click.option("--gzip", "is_compressed", is_flag=True, help="Write a .gz next to every page.")
@click.option("--archive", "is_archive", is_flag=True, help="Write one .zip that `serve` can read.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    book: str | None,
    output: str,
    base_url: str,
    version: str,
    max_size: int,
    is_compressed: bool,
    is_archive: bool,
    as_json: bool,
) -> None:
    """Write what a static host needs of the book's site into FOLDER, and nothing else.

    With --base-url also a sitemap, canonical addresses and a card for links; with --version
    several books lie side by side, with a switch on every page. With --archive FOLDER is the name
    of one file, which `repobook serve --book FILE` shows without unpacking it.
    """
    place = find_book(book)
    request = HostRequest(
        place, Path(output), base_url, version, max_size, is_compressed, is_archive
    )
    report = publish(request)
    if as_json:
        print_json("publish", "", as_data(report))
    else:
        _print(report, max_size)
    if report.is_too_large:
        ctx.exit(1)


def _print(report: HostReport, max_bytes: int) -> None:
    sizes = report.sizes
    if report.is_too_large:
        print_line(f"too large: {size(sizes.n_bytes)} of {size(max_bytes)}; nothing was written")
    else:
        print_line(report.output)
        packed = f" in {size(report.n_packed)}" if report.n_packed else ""
        print_line(f"{report.n_pages:,} pages, {size(sizes.n_bytes)}{packed}")
    print_table([(kind, size(n_bytes)) for kind, n_bytes in sizes.by_kind])
    if report.versions:
        print_line(f"versions: {', '.join(report.versions)}")
    for way in ways_to_shrink(sizes, max_bytes) if report.is_too_large else ():
        print_line(f"build with {way}")
