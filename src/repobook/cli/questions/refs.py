"""``repobook refs``: who uses a symbol, what it uses, what overrides it."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import click

from repobook.ask.book import Book
from repobook.ask.references.references_answer import (
    MAX_RELATIVES,
    MAX_SITES,
    ROLES,
    Coverage,
    OutgoingAnswer,
    Site,
    UsesAnswer,
)
from repobook.cli.matches import Printers, print_found, say_others
from repobook.cli.output import count, print_line, print_table, say
from repobook.cli.reading import reads_book
from repobook.model.answers import Matches, Nothing, SymbolLine
from repobook.model.kinds import CLASSES
from repobook.text.amounts import uncertain

_MAX_FOLDERS = 10
_MAX_RELATIVES_LISTED = 20
_NOUNS: Final[Mapping[str, tuple[str, ...]]] = {
    "inherit": ("subclass", "subclasses"),
    "attribute": ("attribute access", "attribute accesses"),
    "type": ("type annotation",),
    "macro": ("macro use",),
    "bind": ("binding",),
    "string": ("mention in a string", "mentions in strings"),
}
"""How kinds of uses are counted, where the kind is no noun itself."""


@click.command(short_help="Find the uses of a symbol or a file.")
@click.argument("symbol")
@click.option("--in/--out", "is_in", default=True, help="Its uses [default], or what it uses.")
@click.option("--kind", type=click.Choice(ROLES), default=None, help="Only uses of this kind.")
@click.option("--depth", default=1, type=click.IntRange(1, 10), help="Follow callers this deep.")
@click.option(
    "-n", "n", default=MAX_SITES, type=click.IntRange(0), help="Maximum number of places."
)
@click.option("--dynamic", is_flag=True, help="Also list dynamic sites that may use it.")
@click.option("--all", "is_all", is_flag=True, help="List every match for the name.")
@reads_book
def command(
    ctx: click.Context,
    symbol: str,
    is_in: bool,
    kind: str | None,
    depth: int,
    n: int,
    dynamic: bool,
    is_all: bool,
    book: Book,
    as_json: bool,
) -> None:
    """Find the uses of SYMBOL: a symbol id (path::Name), path:line, a name (Name, a.b.Name,
    a::Name), a public path through re-exports, or a file or module. If several match, the most
    likely is used."""
    answer: UsesAnswer | OutgoingAnswer | Matches | Nothing
    if is_all:
        answer = book.matches(symbol)
    elif is_in:
        answer = book.references(symbol, kind=kind or "", depth=depth, limit=n, dynamic=dynamic)
    else:
        answer = book.outgoing_references(symbol, kind=kind or "", limit=n)
    printers: Printers = {
        UsesAnswer: partial(_print_uses, kind=kind or ""),
        OutgoingAnswer: _print_outgoing,
    }
    print_found("refs", book.commit, answer, as_json, printers)
    if isinstance(answer, Nothing):
        ctx.exit(1)


def _none(answer: UsesAnswer, kind: str) -> str:
    n_files = answer.mentions.n_files
    if not n_files and answer.overridden and answer.symbol.kind not in CLASSES:
        return f"no {kind or 'use'} found; callers may call the method that it overrides"
    if not n_files:
        return f"no {kind or 'use'} found"
    return f"no resolved use; the name also appears in {count(n_files, 'file')}:"


def _print_uses(answer: UsesAnswer, kind: str) -> None:
    _print_symbol(answer.symbol)
    for symbol in answer.same[:_MAX_RELATIVES_LISTED]:
        print_line(f"  also {symbol.path}:{symbol.line}  {symbol.signature or symbol.qualname}")
    how = ", ".join(count(n, *_NOUNS.get(role, (role,))) for role, n in answer.by_role)
    unsure = uncertain(answer.n_places, answer.n_sure)
    places = f"{count(answer.n_places, 'use')} in {count(answer.n_files, 'file')}{unsure}"
    print_line(f"{places}: {how}" if answer.n_places else _none(answer, kind))
    if answer.n_places and answer.mentions.n_files:
        n_files = count(answer.mentions.n_files, "file")
        print_line(f"no resolved use in code; the name also appears in {n_files}:")
    print_table([(f"{m.path}:{m.line}", m.text) for m in answer.mentions.places])
    if (n_more := answer.mentions.n_places - len(answer.mentions.places)) > 0:
        print_line(f"  and {count(n_more, 'more line')}")
    if n_unread := answer.mentions.n_unread:
        print_line(
            f"  {count(n_unread, 'more file')} that contain the words of the name not searched"
        )
    folders = answer.folders[:_MAX_FOLDERS]
    print_table(
        [(f"{f.folder}/", count(f.n_places, "use"), count(f.n_files, "file")) for f in folders]
    )
    if len(answer.folders) > len(folders):
        print_line(f"  and {count(len(answer.folders) - len(folders), 'folder')} more")
    print_line()
    print_table([_site_row(site) for site in answer.sites], indent="")
    if answer.has_more_sites:
        say(f"first {len(answer.sites):,} listed; -n lists more")
    is_class = answer.symbol.kind in CLASSES
    below = "implemented by" if answer.symbol.kind == "interface" else "subclasses"
    _print_relatives(below if is_class else "overridden by", answer.overrides)
    if answer.has_more_subclasses:
        print_line(f"  only the nearest {MAX_RELATIVES} subclasses were checked")
    _print_relatives("base classes" if is_class else "overrides", answer.overridden)
    if answer.dynamic:
        print_line()
        print_line(f"may use it: {count(answer.coverage.n_dynamic, 'dynamic site')}")
        print_table([_site_row(site) for site in answer.dynamic])
        if (n_more := answer.coverage.n_dynamic - len(answer.dynamic)) > 0:
            print_line(f"  and {n_more:,} more; --dynamic lists them")
    _say_coverage(answer.coverage)
    say_others(answer.others)


def _site_row(site: Site) -> tuple[str, ...]:
    within = f"in {site.within}" if site.within else ""
    sure = ": ".join(filter(None, (site.confidence, site.rule)))
    return f"{site.path}:{site.line}", "<" * (site.depth - 1) + site.role, within, sure


def _print_outgoing(answer: OutgoingAnswer) -> None:
    _print_symbol(answer.symbol)
    path = answer.symbol.path
    print_table(
        [
            (f"{path}:{use.line}", use.role, use.target or use.name, use.confidence or use.rule)
            for use in answer.uses
        ],
        indent="",
    )
    _say_coverage(answer.coverage)
    say_others(answer.others)


def _print_symbol(symbol: SymbolLine) -> None:
    print_line(f"{symbol.path}:{symbol.line}  {symbol.kind} {symbol.qualname}")


def _print_relatives(title: str, symbols: tuple[SymbolLine, ...]) -> None:
    if not symbols:
        return
    print_line()
    print_line(f"{title}: {len(symbols):,}")
    for symbol in symbols[:_MAX_RELATIVES_LISTED]:
        print_line(f"  {symbol.path}:{symbol.line}  {symbol.qualname}")
    if len(symbols) > _MAX_RELATIVES_LISTED:
        print_line(f"  and {len(symbols) - _MAX_RELATIVES_LISTED:,} more")


def _say_coverage(coverage: Coverage) -> None:
    say(
        f"covered: {count(coverage.n_unparsed, 'file')} with parse problems; "
        f"{count(coverage.n_dynamic, 'dynamic site')} that may use it"
    )
