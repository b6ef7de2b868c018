"""``findings``: the findings in a file, a folder or the repository."""

from repobook.ask.book import Book
from repobook.ask.findings_answer import CATEGORIES, FindingLine, FindingsAnswer
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import unresolved
from repobook.model.finding import SEVERITIES
from repobook.text.amounts import count

_N_MORE = 100


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    found = book.findings(
        given["path"],
        categories=_chosen(given["category"]),
        severities=_chosen(given["severity"]),
        rules=_chosen(given["rule"]),
        limit=first + _N_MORE,
    )
    return _answer(found, first) if isinstance(found, FindingsAnswer) else unresolved(found, first)


def _chosen(value: str) -> tuple[str, ...]:
    return (value,) if value else ()


def _answer(found: FindingsAnswer, first: int) -> Answer:
    place = found.path or "the repository"
    about = f"{place}: {count(found.n_all, 'finding')} in {count(found.n_files, 'file')}"
    rules = ", ".join(f"{share.rule} {share.n:,}" for share in found.by_rule[:8])
    looked = f"{count(found.n_looked_through, 'file')} searched"
    covered = (
        f"{looked}, {found.n_unparsed:,} with parse problems, {found.n_not_linted:,} not linted"
    )
    rows = [_row(finding) for finding in found.findings[first:]]
    notes = (f"by rule: {rules}",) if len(found.by_rule) > 1 else ()
    return Answer(about, rows, found.n_all, covered, (*notes, *found.notices))


def _row(finding: FindingLine) -> Row:
    cells: dict[str, str | int] = {"path": finding.path, "line": finding.line}
    cells |= {"severity": finding.severity, "rule": finding.rule, "text": finding.message}
    words = (finding.severity, f"{finding.rule}:", finding.message)
    return Row(cells, line(f"{finding.path}:{finding.line}", *words))


TOOL = Tool(
    "findings",
    "What to watch out for in a file, a folder or (no path) everything, by rule and line.",
    (
        Parameter("path", "", ""),
        Parameter("category", "", "", choices=("", *CATEGORIES)),
        Parameter("severity", "", "", choices=("", *SEVERITIES)),
        Parameter("rule", "", ""),
    ),
    {
        "path": "string",
        "line": "integer",
        "severity": "string",
        "rule": "string",
        "text": "string",
    },
    _ask,
)
