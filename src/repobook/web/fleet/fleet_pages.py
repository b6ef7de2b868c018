"""Pages of a fleet: its repositories, a search over all, who uses a symbol, what depends on what.

Plain HTML that needs no script; every text of a repository is escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final
from urllib.parse import quote, urlencode

from repobook.fleet.fleet_answers import (
    FleetEntry,
    FleetFindings,
    FleetImpact,
    FleetNothing,
    FleetPackages,
    FleetReferences,
    FleetSearch,
    FleetStatus,
    OfferedSymbol,
)
from repobook.model.blocks import PageRef
from repobook.model.book_layout import SITE
from repobook.render.file_names import as_address
from repobook.render.places import Places
from repobook.text.visible import one_visible_line

_PLACES: Final = Places({}, {}, suffix=".html")
_MAX_NAMES: Final = 5
_MAX_OTHERS: Final = 20
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


def page_of(answer: Any, fleet: str, *, has_books: bool) -> str:
    """``has_books``: whether pages of the books are served too."""
    title, body = _BODIES[type(answer)](_Bodies(has_books), answer)
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


class _Bodies:
    """A title and HTML for each kind of answer."""

    def __init__(self, has_books: bool) -> None:
        self._has_books = has_books

    def _status(self, answer: FleetStatus) -> tuple[str, str]:
        rows = [
            (
                self._repository(line.name),
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

    def _search(self, answer: FleetSearch) -> tuple[str, str]:
        rows = [
            (
                self._symbol(entry) if entry.qualname else _code(entry.name),
                _text(entry.kind),
                self._place(entry.repository, entry.path, entry.line),
                _text(entry.about),
            )
            for entry in answer.entries
        ]
        cut = "<p>There are more results: add words.</p>" if answer.is_cut else ""
        looked = f"<p>{answer.n_repositories:,} repositories searched.</p>"
        table = (
            _table(("Name", "Kind", "Place", "About"), rows) if rows else "<p>Nothing found.</p>"
        )
        return f"Search: {answer.query}", table + cut + looked

    def _refs(self, answer: FleetReferences) -> tuple[str, str]:
        symbol = answer.symbol
        place = self._place(symbol.repository, symbol.path, symbol.line)
        names = ", ".join(map(_code, answer.names[:_MAX_NAMES]))
        more = f" and {len(answer.names) - _MAX_NAMES:,} more" if answer.names[_MAX_NAMES:] else ""
        rows = [
            (
                self._place(use.repository, use.path, use.line),
                _text(use.role),
                _text(f"{use.confidence}: {use.rule}" if use.rule else use.confidence),
            )
            for use in answer.uses
        ]
        counted = f"{answer.n_uses:,} uses in {answer.n_repositories:,} other repositories"
        impact = _link(f"/impact?{_asking(symbol)}", "what a change may break")
        table = _table(("Place", "Role", "Confidence"), rows) if rows else ""
        others = ", ".join(
            _link(f"/refs?{_asking(o)}", _code(f"{o.repository}:{o.path}"))
            for o in answer.others[:_MAX_OTHERS]
        )
        return symbol.qualname, (
            f"<p>{place}, exported as {names}{more}</p><p>{counted}: {impact}.</p>{table}"
            + (f"<p>Other symbols with that name: {others}</p>" if others else "")
        )

    def _impact(self, answer: FleetImpact) -> tuple[str, str]:
        symbol = answer.symbol
        affected = [
            (
                self._repository(each.name),
                f"{each.n_uses:,}",
                f"{each.n_files:,}",
                _text(each.confidence),
            )
            for each in answer.affected
        ]
        dependents = [
            (
                self._repository(each.name),
                _code(each.purl),
                self._place(each.name, each.path, each.line),
            )
            for each in answer.dependents
        ]
        used = _table(("Repository", "Uses", "Files", "Confidence"), affected) if affected else ""
        declared = _table(
            ("Depends on it without a known use", "Package", "Declared at"), dependents
        )
        nobody = "" if affected or dependents else "<p>No other repository uses it.</p>"
        place = f"<p>{self._place(symbol.repository, symbol.path, symbol.line)}</p>"
        title = f"Impact of {symbol.qualname}"
        return title, place + used + (declared if dependents else "") + nobody

    def _packages(self, answer: FleetPackages) -> tuple[str, str]:
        rows = [
            (
                self._repository(e.source),
                self._repository(e.target),
                _code(e.purl),
                self._place(e.source, e.path, e.line),
            )
            for e in answer.edges
        ]
        heads = ("Repository", "Depends on", "Package", "Declared at")
        return "Packages", _table(
            heads, rows
        ) if rows else "<p>No repository depends on another.</p>"

    def _findings(self, answer: FleetFindings) -> tuple[str, str]:
        rules = [
            (
                _link(f"/findings?{urlencode({'rule': each.rule})}", _code(each.rule)),
                _text(each.severity),
                _text(each.category),
                f"{each.n_findings:,}",
                f"{each.n_repositories:,}",
            )
            for each in answer.by_rule
        ]
        places = [
            (self._place(each.repository, each.path, each.line), _text(each.message))
            for each in answer.findings
        ]
        heads = ("Rule", "Severity", "Category", "Findings", "Repositories")
        table = _table(heads, rules) if rules else "<p>Nothing found.</p>"
        cut = "<p>There are more: <code>limit</code> lists them.</p>" if answer.is_cut else ""
        listed = _table(("Place", "Finding"), places) if places else ""
        looked = f"<p>{answer.n_repositories:,} repositories searched.</p>"
        return f"Findings {answer.rule}".strip(), table + listed + cut + looked

    def _nothing(self, answer: FleetNothing) -> tuple[str, str]:
        looked = f"{answer.n_repositories:,} repositories searched"
        return "Nothing found", f"<p>No repository exports {_code(answer.name)}; {looked}.</p>"

    def _symbol(self, entry: FleetEntry) -> str:
        return _link(f"/refs?{_asking(entry)}", _code(entry.qualname))

    def _repository(self, name: str) -> str:
        return _link(f"/books/{quote(name)}/", _text(name)) if self._has_books else _text(name)

    def _place(self, repository: str, path: str, line: int) -> str:
        """With a link to its lines, unless a file of another name lies where they would."""
        place = _code(f"{repository}:{path}:{line}")
        if not self._has_books:
            return place
        page = as_address(_PLACES.name(PageRef("source", path)))
        return _link(f"/books/{quote(repository)}/{SITE}/{page}#L{line}", place)


def _text(text: str) -> str:
    return escape(one_visible_line(text))


def _asking(symbol: FleetEntry | OfferedSymbol) -> str:
    return urlencode({"symbol": f"{symbol.repository}:{symbol.path}::{symbol.qualname}"})


def _link(address: str, content: str) -> str:
    return f'<a href="{escape(address)}">{content}</a>'


def _code(text: str) -> str:
    return f"<code>{_text(text)}</code>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are HTML already."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_BODIES: Final[dict[type, Any]] = {
    FleetStatus: _Bodies._status,
    FleetSearch: _Bodies._search,
    FleetReferences: _Bodies._refs,
    FleetImpact: _Bodies._impact,
    FleetFindings: _Bodies._findings,
    FleetPackages: _Bodies._packages,
    FleetNothing: _Bodies._nothing,
}
