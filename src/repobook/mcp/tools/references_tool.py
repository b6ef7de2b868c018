"""``references``: who uses a symbol, or what it uses."""

from collections.abc import Iterable

from repobook.ask.book import Book
from repobook.ask.references.mentions import Mention
from repobook.ask.references.references_answer import (
    ROLES,
    Coverage,
    OutgoingAnswer,
    OutgoingUse,
    Site,
    UsesAnswer,
)
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import other_meanings, unresolved
from repobook.model.answers import SymbolLine
from repobook.text.amounts import count

_FEW, _MOST = 200, 12_800
_LINES_A_ROW = 12
_TOKENS_A_ROW = 25


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    symbol, role = given["symbol"], given["role"]
    if given["direction"] == "out":
        found = book.outgoing_references(symbol, kind=role)
        return (
            _uses_by(found, first)
            if isinstance(found, OutgoingAnswer)
            else unresolved(found, first)
        )
    n_rows = first + given["max_tokens"] // _TOKENS_A_ROW
    limit = _FEW
    while True:  # a symbol may have a hundred thousand uses, of which few are shown
        uses = book.references(symbol, kind=role, depth=given["depth"], limit=limit)
        if not isinstance(uses, UsesAnswer):
            return unresolved(uses, first)
        answer = _uses_of(uses, first)
        if not answer.is_least or answer.n_all > n_rows or limit >= _MOST:
            return answer
        limit *= 4


def _uses_of(answer: UsesAnswer, first: int) -> Answer:
    """The last row may go on behind the limit, and is left for the next time."""
    rows = [_site_row(sites) for sites in _together(answer.sites)]
    rows = rows[:-1] if answer.has_more_sites else rows
    rows += map(_mention_row, answer.mentions.places)
    sure = ", ".join(f"{n:,} {confidence}" for confidence, n in answer.by_confidence)
    places = f"{count(answer.n_places, 'use')} in {count(answer.n_files, 'file')}"
    about = f"{_subject(answer.symbol)}: {places}" + (f" ({sure})" if sure else "")
    covered, is_least = _covered(answer.coverage), answer.has_more_sites
    notes = (*other_meanings(answer.others), *_mentioned(answer), *_relatives(answer))
    subjects = (answer.symbol.path,)
    return Answer(about, rows[first:], len(rows), covered, notes, is_least, subjects)


def _mentioned(answer: UsesAnswer) -> tuple[str, ...]:
    n = answer.mentions.n_places
    listed = f"no resolved use, but its name appears in {count(n, 'place')} (role mention)"
    n_unread = answer.mentions.n_unread
    unread = f"{count(n_unread, 'file')} that contain the words of the name not searched"
    return *((listed,) if n else ()), *((unread,) if n_unread else ())


def _mention_row(mention: Mention) -> Row:
    cells: dict[str, str | int] = {"path": mention.path, "lines": f"{mention.line}"}
    cells |= {"role": "mention", "in": mention.text, "confidence": "text"}
    return Row(cells, line(f"{mention.path}:{mention.line}", "mention", f"| {mention.text}"))


def _together(sites: Iterable[Site]) -> list[list[Site]]:
    """Those that differ in nothing but their lines, a few at a time."""
    groups: list[list[Site]] = []
    for site in sites:
        last = groups[-1] if groups else []
        if last and len(last) < _LINES_A_ROW and _alike(last[0]) == _alike(site):
            last.append(site)
        else:
            groups.append([site])
    return groups


def _alike(site: Site) -> Site:
    return site._replace(line=0, col=0)


def _relatives(answer: UsesAnswer) -> tuple[str, ...]:
    more = "at least " if answer.has_more_subclasses else ""
    below = [
        f"overridden or inherited by {more}{len(answer.overrides):,}: {_ids(answer.overrides)}"
    ]
    above = [f"overrides or inherits from {_ids(answer.overridden)}"]
    return (*(below if answer.overrides else ()), *(above if answer.overridden else ()))


def _ids(symbols: tuple[SymbolLine, ...]) -> str:
    return ", ".join(symbol.id for symbol in symbols[:5]) + ", …" * (len(symbols) > 5)


def _site_row(sites: list[Site]) -> Row:
    site, lines = sites[0], ",".join(dict.fromkeys(str(site.line) for site in sites))
    cells: dict[str, str | int] = {"path": site.path, "lines": lines, "role": site.role}
    cells |= {"in": site.within, "confidence": site.confidence}
    depth = f"depth {site.depth}" if site.depth > 1 else ""
    within = f"in {site.within}" if site.within else ""
    return Row(
        {**cells, "depth": site.depth} if site.depth > 1 else cells,
        line(f"{site.path}:{lines}", site.role, within, site.confidence, depth),
    )


def _uses_by(answer: OutgoingAnswer, first: int) -> Answer:
    rows = [_use_row(use, answer.symbol.path) for use in answer.uses]
    about = f"{_subject(answer.symbol)} uses {count(len(rows), 'thing')}"
    covered = _covered(answer.coverage)
    return Answer(about, rows[first:], len(rows), covered, other_meanings(answer.others))


def _use_row(use: OutgoingUse, path: str) -> Row:
    sure = use.confidence or use.rule
    cells: dict[str, str | int] = {"path": path, "lines": f"{use.line}", "role": use.role}
    cells |= {"name": use.target or use.name, "confidence": sure}
    return Row(cells, line(f"{path}:{use.line}", use.role, use.target or use.name, sure))


def _subject(symbol: SymbolLine) -> str:
    return f"{symbol.path}:{symbol.line}-{symbol.end_line}  {symbol.kind} {symbol.qualname}"


def _covered(coverage: Coverage) -> str:
    unread = f"{count(coverage.n_unparsed, 'file')} with parse problems"
    return f"{unread}; {count(coverage.n_dynamic, 'dynamic site')} that may use it"


TOOL = Tool(
    "references",
    "Every place that uses a symbol (in), or what a symbol uses (out), resolved through imports "
    "and types, with confidence. depth follows callers of callers.",
    (
        Parameter("symbol", "id (path::Name) or name"),
        Parameter("direction", "", "in", choices=("in", "out")),
        Parameter("role", "", "", choices=("", *ROLES)),
        Parameter("depth", "", 1, bounds=(1, 5)),
    ),
    {
        "path": "string",
        "lines": "string",
        "role": "string",
        "in": "string",
        "name": "string",
        "confidence": "string",
        "depth": "integer",
    },
    _ask,
)
