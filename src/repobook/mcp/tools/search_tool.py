"""``search``: where something is, by words, names, paths, questions and expressions."""

from collections.abc import Iterable
from typing import Any

from repobook.ask.book import Book
from repobook.mcp.answer import Answer, Row, line, quoted
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import coverage
from repobook.model.answers import SymbolLine
from repobook.search.answers import KINDS, AnswerRow, GraphAnswer, Hit, SearchAnswer
from repobook.text.amounts import count

_TOKENS_A_HIT = 110
"""About what the shortest hit with its lines costs: no more are asked for than may fit."""
_N_LIKELY_FILES = 10
_N_LIKELY = 12
"""Definitions of the first file; of the next ones half, a third … of that, as they are less likely
to be meant."""


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    n = first + given["max_tokens"] // _TOKENS_A_HIT + 1
    answer = book.search(given["query"], given["kind"] or None, n)
    likely = _likely(book, given["query"], answer.hits) if given["detail"] == "full" else {}
    rows = _answer_rows(answer.answer)
    for hit in answer.hits:
        definitions = likely.get(hit.path)
        rows.append(_likely_row(hit, definitions) if definitions else _row(hit, given["detail"]))
    totals = sum(total.n for total in answer.totals if total.kind != "symbol")
    n_symbols = sum(hit.kind == "symbol" for hit in answer.hits)
    n_all = max(len(rows), totals + n_symbols)
    return Answer(
        _about(answer, n_all),
        rows[first:],
        n_all if answer.is_cut else len(rows),
        coverage(answer.n_files, answer.n_unparsed),
        _notes(answer),
        any(total.has_more for total in answer.totals),
    )


def _about(answer: SearchAnswer, n_all: int) -> str:
    if answer.answer:
        asked = answer.answer
        return f"{asked.path}:{asked.line}  {asked.what}: {asked.statement}"
    return f"{count(n_all, 'hit')}, best first" if answer.hits else "no results"


def _notes(answer: SearchAnswer) -> tuple[str, ...]:
    hidden = f"{count(answer.n_hidden_tests, 'symbol')} in tests not listed: add test:yes"
    close = f"did you mean {', '.join(answer.close)}?"
    return (
        *answer.hints,
        *([hidden] if answer.n_hidden_tests else []),
        *([close] if answer.close else []),
    )


def _answer_rows(answer: GraphAnswer | None) -> list[Row]:
    return [_answer_row(row) for row in answer.rows] if answer else []


def _answer_row(row: AnswerRow) -> Row:
    cells: dict[str, str | int] = {"path": row.path, "line": row.line, "kind": "answer"}
    cells["text"] = f"{row.text} ({row.confidence})" if row.confidence else row.text
    return Row(cells, line(f"{row.path}:{row.line}", row.text, row.confidence))


def _likely(book: Book, query: str, hits: Iterable[Hit]) -> dict[str, list[SymbolLine]]:
    """Of an issue the functions that it speaks of, which tell more than lines with its words."""
    files = [hit.path for hit in hits if hit.kind == "file"][:_N_LIKELY_FILES]
    likely = book.likely_definitions(query, files, _N_LIKELY)
    return {
        path: best[: max(2, _N_LIKELY // n)] for n, (path, best) in enumerate(likely.items(), 1)
    }


def _likely_row(hit: Hit, definitions: list[SymbolLine]) -> Row:
    cells: dict[str, Any] = {"path": hit.path, "line": hit.line, "kind": hit.kind}
    lines = [line(f"  {one.line}-{one.end_line}", one.kind, one.qualname) for one in definitions]
    text = line(f"{hit.path}:{hit.line}", hit.detail)
    return Row({**cells, "text": "\n".join((hit.detail, *lines))}, "\n".join((text, *lines)))


def _row(hit: Hit, detail: str) -> Row:
    same = f"and {hit.n_same - 1:,} more with that name" if hit.n_same > 1 else ""
    about = f"{hit.detail} ({same})" if same else hit.detail
    cells: dict[str, Any] = {"path": hit.path, "line": hit.line, "kind": hit.kind}
    if hit.kind == "symbol":
        cells["name"] = hit.name
    text = line(f"{hit.path}:{hit.line}", about)
    if detail == "low" or not hit.lines:
        return Row({**cells, "text": about}, text)
    best = [quoted(one.text.strip(), one.line) for one in hit.lines]
    return Row({**cells, "text": "\n".join((about, *best))}, "\n".join((text, *best)))


TOOL = Tool(
    "search",
    "Find code by words, a name (whole, partial, misspelt), a path, an error message, a question "
    '("who calls X", "tests for X") or a /regex/. Filters: file: in: lang: kind: test:yes -word '
    '"exact". Ask this before grep.',
    (
        Parameter("query"),
        Parameter("kind", "", "", choices=("", *KINDS)),
        Parameter("detail", "", "full", choices=("low", "full")),
    ),
    {"path": "string", "line": "integer", "kind": "string", "name": "string", "text": "string"},
    _ask,
)
