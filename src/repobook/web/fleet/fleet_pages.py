"""Pages of a fleet: its repositories, a search over all, who uses a symbol, what depends on what.

Plain HTML that needs no script; every text of a repository is escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final
from urllib.parse import urlencode

from repobook.fleet.fleet_answers import (
    FleetEntry,
    FleetFindings,
    FleetImpact,
    FleetNothing,
    FleetPackages,
    FleetReferences,
    FleetSearch,
    FleetStatus,
)
from repobook.text.visible import one_visible_line

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem;
  color: light-dark(#1c2024, #e8eaed); background: light-dark(#fff, #15181b);
  color-scheme: light dark }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top;
  overflow-wrap: anywhere; border-bottom: 1px solid light-dark(#dde1e5, #333a41) }
code { font-family: ui-monospace, monospace; font-size: .9em }
input { font: inherit; padding: .3rem .5rem; width: min(30rem, 70%) }
a { color: light-dark(#0b57a8, #8ab8ee) }
"""


def page_of(answer: Any, fleet: str) -> str:
    title, body = _BODIES[type(answer)](answer)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(title)} – {_text(fleet)}</title>"
        '<link rel="stylesheet" href="/fleet.css"></head><body>'
        '<header><nav aria-label="Fleet"><a href="/">Repositories</a> · '
        '<a href="/packages">Packages</a> · <a href="/findings">Findings</a></nav>'
        '<form action="/search" role="search"><label>Search all repositories '
        '<input name="q" type="search" required></label> <button>Search</button></form></header>'
        f"<main><h1>{_text(title)}</h1>{body}</main></body></html>"
    )


def _status(answer: FleetStatus) -> tuple[str, str]:
    rows = [
        (
            _text(line.name),
            _text(line.state),
            _code(line.commit[:12]),
            f"{line.n_documented:,}",
            f"{line.n_symbols:,}",
            _text(line.reason),
        )
        for line in answer.repositories
    ]
    heads = ("Repository", "State", "Commit", "Files", "Symbols", "Reason")
    return f"{len(rows):,} repositories", _table(heads, rows)


def _search(answer: FleetSearch) -> tuple[str, str]:
    rows = [
        (
            _linked(entry) if entry.qualname else _code(entry.name),
            _text(entry.kind),
            _code(f"{entry.repository}:{entry.path}:{entry.line}"),
            _text(entry.about),
        )
        for entry in answer.entries
    ]
    cut = "<p>There are more: say more words.</p>" if answer.is_cut else ""
    looked = f"<p>{answer.n_repositories:,} repositories looked through.</p>"
    table = _table(("Name", "Kind", "Place", "About"), rows) if rows else "<p>Nothing found.</p>"
    return f"Search: {answer.query}", table + cut + looked


def _refs(answer: FleetReferences) -> tuple[str, str]:
    symbol = answer.symbol
    place = _code(f"{symbol.repository}:{symbol.path}:{symbol.line}")
    names = ", ".join(map(_code, answer.names))
    rows = [
        (
            _code(f"{use.repository}:{use.path}:{use.line}"),
            _text(use.role),
            _text(f"{use.confidence}: {use.rule}" if use.rule else use.confidence),
        )
        for use in answer.uses
    ]
    counted = f"<p>{answer.n_uses:,} uses in {answer.n_repositories:,} other repositories.</p>"
    table = _table(("Place", "Role", "Confidence"), rows) if rows else ""
    return symbol.qualname, f"<p>{place}, offered as {names}</p>{counted}{table}"


def _impact(answer: FleetImpact) -> tuple[str, str]:
    symbol = answer.symbol
    affected = [
        (_text(each.name), f"{each.n_uses:,}", f"{each.n_files:,}", _text(each.confidence))
        for each in answer.affected
    ]
    dependents = [
        (_text(each.name), _code(each.purl), _code(f"{each.name}:{each.path}:{each.line}"))
        for each in answer.dependents
    ]
    used = _table(("Repository", "Uses", "Files", "Confidence"), affected) if affected else ""
    declared = _table(("Depends without a use", "Package", "Declared at"), dependents)
    nobody = "" if affected or dependents else "<p>No other repository uses it.</p>"
    place = f"<p>{_code(f'{symbol.repository}:{symbol.path}:{symbol.line}')}</p>"
    title = f"Impact of {symbol.qualname}"
    return title, place + used + (declared if dependents else "") + nobody


def _packages(answer: FleetPackages) -> tuple[str, str]:
    rows = [
        (_text(e.source), _text(e.target), _code(e.purl), _code(f"{e.source}:{e.path}:{e.line}"))
        for e in answer.edges
    ]
    heads = ("Repository", "Depends on", "Package", "Declared at")
    return "Packages", _table(heads, rows) if rows else "<p>No repository depends on another.</p>"


def _findings(answer: FleetFindings) -> tuple[str, str]:
    rules = [
        (
            f'<a href="/findings?{escape(urlencode({"rule": each.rule}))}">{_code(each.rule)}</a>',
            _text(each.severity),
            _text(each.category),
            f"{each.n_findings:,}",
            f"{each.n_repositories:,}",
        )
        for each in answer.by_rule
    ]
    places = [
        (_code(f"{each.repository}:{each.path}:{each.line}"), _text(each.message))
        for each in answer.findings
    ]
    heads = ("Rule", "Severity", "Category", "Findings", "Repositories")
    table = _table(heads, rules) if rules else "<p>Nothing found.</p>"
    cut = "<p>There are more: <code>limit</code> lists them.</p>" if answer.is_cut else ""
    listed = _table(("Place", "Finding"), places) if places else ""
    looked = f"<p>{answer.n_repositories:,} repositories looked through.</p>"
    return f"Findings {answer.rule}".strip(), table + listed + cut + looked


def _nothing(answer: FleetNothing) -> tuple[str, str]:
    looked = f"{answer.n_repositories:,} repositories looked through"
    return "Nothing found", f"<p>No repository offers {_code(answer.name)}; {looked}.</p>"


def _linked(entry: FleetEntry) -> str:
    symbol = f"{entry.repository}:{entry.path}::{entry.qualname}"
    return f'<a href="/refs?{escape(urlencode({"symbol": symbol}))}">{_code(entry.qualname)}</a>'


def _text(text: str) -> str:
    return escape(one_visible_line(text))


def _code(text: str) -> str:
    return f"<code>{_text(text)}</code>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are HTML already."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_BODIES: Final[dict[type, Any]] = {
    FleetStatus: _status,
    FleetSearch: _search,
    FleetReferences: _refs,
    FleetImpact: _impact,
    FleetFindings: _findings,
    FleetPackages: _packages,
    FleetNothing: _nothing,
}
