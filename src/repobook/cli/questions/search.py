"""``repobook search``: files, symbols and lines for words, names, questions and patterns."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator

import click

from repobook.ask.book import Book
from repobook.ask.envelope import answered
from repobook.cli.output import count, print_answer, print_line, print_marked, say
from repobook.cli.reading import reads_book
from repobook.search.answers import KINDS, GraphAnswer, Hit, Kind, SearchAnswer, Total

_MAX_QUERY_BYTES = 1 << 20
_NOUNS = {"text": "line"}
_MAX_SPELLINGS = 4


@click.command(short_help="Find files, symbols and lines, by words or names.")
@click.argument("query", nargs=-1, required=True, metavar="QUERY…")
@click.option("--kind", type=click.Choice(KINDS), default=None, help="Only results of this kind.")
@click.option("-n", "n", default=10, show_default=True, type=click.IntRange(1, 1000), metavar="N")
@click.option("--explain", is_flag=True, help="Explain each score.")
@reads_book
def command(
    ctx: click.Context,
    query: tuple[str, ...],
    kind: Kind | None,
    n: int,
    explain: bool,
    book: Book,
    as_json: bool,
) -> None:
    """Find files, symbols and lines by words, names, paths, questions and expressions.

    \b
    QUERY is words of any kind     nested tensor flash attention check
      a name, whole or in parts    flashAttn, flash_attn, Linear.forward
      a path or a place in it      nn/init.py, sdpa.py:249
      a question                   "who calls softmax", "tests for sdpa.py"
      a regular expression         '/raise \\w+Error\\(f"/'
    \b
    Filters  file: in: lang: kind: role: test: symbol: finding:   -x excludes   "x y" is exact
    Quote what the shell would interpret: 'flash -test', '"exact words"'.
    A single dash reads one query per line from stdin and prints one JSON line for each.
    """
    if query == ("-",):
        _answer_all(book, kind, n)
        return
    answer = book.search(" ".join(query), kind, n)
    if as_json:
        print_answer("search", book.commit, answer)
    else:
        _print(answer, explain)
    if not answer.hits and not answer.answer:
        ctx.exit(1)


def _answer_all(book: Book, kind: Kind | None, n: int) -> None:
    """Prints each answer at once: the caller may wait for it before the next query."""
    for text in _lines():
        answer = book.search(text, kind, n)
        click.echo(json.dumps(answered("search", book.commit, answer)))
        sys.stdout.flush()


def _lines() -> Iterator[str]:
    """Whatever the bytes are; of a line that never ends the first megabyte."""
    while data := sys.stdin.buffer.readline(_MAX_QUERY_BYTES):
        rest = data
        while not rest.endswith(b"\n") and len(rest) == _MAX_QUERY_BYTES:
            rest = sys.stdin.buffer.readline(_MAX_QUERY_BYTES)
        yield data.decode("utf-8", "replace").rstrip("\r\n")


def _print(answer: SearchAnswer, explain: bool) -> None:
    mark = _mark(answer.terms)
    if answer.answer:
        _print_answer(answer.answer)
        if answer.hits:
            print_line()
    places_shown = _places_shown(answer.answer) if answer.answer else set()
    last = ""
    for hit in answer.hits:
        if hit.kind == "symbol" and (hit.path, hit.line) in places_shown:
            continue
        if hit.kind == "file" and last not in ("", "file"):
            print_line()
        _print_hit(hit, mark, explain)
        last = hit.kind
    _say_totals(answer)


def _places_shown(answer: GraphAnswer) -> set[tuple[str, int]]:
    return {(answer.path, answer.line), *((row.path, row.line) for row in answer.rows)}


def _print_answer(answer: GraphAnswer) -> None:
    others = (
        f" (the most used of {answer.n_others + 1:,} with this name)" if answer.n_others else ""
    )
    print_line(f"{answer.path}:{answer.line}  {answer.what}{others}")
    print_line(f"  {answer.statement}")
    width = max((len(f"{row.path}:{row.line}") for row in answer.rows), default=0)
    for row in answer.rows:
        place = f"{row.path}:{row.line}".ljust(width)
        print_line(f"  {place}  {row.text}" + (f"  {row.confidence}" if row.confidence else ""))
    if answer.n_all > len(answer.rows):
        print_line(f"  and {answer.n_all - len(answer.rows):,} more: {answer.command}")
    if answer.covered:
        print_line(f"  covered: {answer.covered}")


def _print_hit(hit: Hit, mark: re.Pattern[str] | None, explain: bool) -> None:
    place = f"{hit.path}/" if hit.kind == "folder" else f"{hit.path}:{hit.line}"
    print_marked(f"{place}  {hit.detail}{_same_names(hit)}", mark)
    if hit.purpose:
        print_marked(f"    {hit.purpose}", mark)
    width = max((len(str(line.line)) for line in hit.lines), default=0)
    for line in hit.lines:
        print_marked(f"    {line.line:>{width}}  {line.text}", mark)
    if explain:
        parts = " + ".join(f"{name} {points:.2f}" for name, points in hit.parts)
        print_line(f"    {hit.score:.2f} = {parts}")


def _same_names(hit: Hit) -> str:
    """How many others a hit stands for, and how they are spelt."""
    if hit.n_same <= 1:
        return ""
    spelt = ", ".join(hit.spellings[:_MAX_SPELLINGS]) + ", …" * (
        len(hit.spellings) > _MAX_SPELLINGS
    )
    return f"  (and {hit.n_same - 1:,} more with that name{f' or spelt {spelt}' if spelt else ''})"


def _say_totals(answer: SearchAnswer) -> None:
    n_shown = Counter(hit.kind for hit in answer.hits)
    totals = [_total_text(total, n_shown[total.kind]) for total in answer.totals if total.n]
    files = count(answer.n_files, "file")
    covered = f"{files} searched, {answer.n_unparsed:,} with parse problems"
    say(f"{', '.join(totals)}; {covered}" if totals else f"nothing found ({covered})")
    if answer.n_hidden_tests:
        say(f"{count(answer.n_hidden_tests, 'symbol')} in tests not shown; test:yes shows them")
    for hint in answer.hints:
        say(hint)
    if answer.close:
        say(f"did you mean {', '.join(answer.close)}?")


def _total_text(total: Total, n_shown: int) -> str:
    """A symbol that many things share is one hit, and all of them are counted."""
    least = "at least " if total.has_more else ""
    amount = count(total.n, _NOUNS.get(total.kind, total.kind))
    return f"{n_shown:,} of {least}{amount}" if n_shown < total.n or least else amount


def _mark(terms: tuple[str, ...]) -> re.Pattern[str] | None:
    longest = sorted({term for term in terms if term}, key=lambda term: (-len(term), term))
    return re.compile("|".join(map(re.escape, longest)), re.IGNORECASE) if longest else None
