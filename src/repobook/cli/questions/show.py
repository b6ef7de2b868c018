"""``repobook show``: a file's outline, a folder's content, a symbol with its documentation."""

from collections.abc import Callable
from typing import Any, Final

import click

from repobook.ask.book import Book
from repobook.cli.matches import print_matches, print_nothing, say_others
from repobook.cli.output import count, print_json, print_line, print_table, size
from repobook.cli.reading import reads_book
from repobook.model.answers import (
    FileAnswer,
    FolderAnswer,
    Matches,
    Nothing,
    SymbolAnswer,
    SymbolLine,
    is_cut,
    shown_data,
)
from repobook.model.purpose import Purpose
from repobook.text.documents.first_sentence import own_words

_MAX_PURPOSE: Final = 100
_MAX_SAME: Final = 4


@click.command(short_help="Show a file, a folder or a symbol.")
@click.argument("target")
@click.option("--all", "is_all", is_flag=True, help="List every match for the name.")
@reads_book
def command(ctx: click.Context, target: str, is_all: bool, book: Book, as_json: bool) -> None:
    """Show TARGET: a file, a folder, a symbol id (path::Name), path:line, a name (Name, a.b.Name,
    a::Name), a module or a public path through re-exports. If several match, the most
    likely is shown."""
    answer = book.matches(target) if is_all else book.show(target)
    if as_json:
        print_json("show", book.commit, shown_data(answer), is_cut(answer))
    else:
        _PRINTERS[type(answer)](answer)
    if isinstance(answer, Nothing):
        ctx.exit(1)


def _print_symbol(answer: SymbolAnswer) -> None:
    symbol = answer.symbol
    print_line(f"{symbol.path}:{symbol.line}")
    print_line(f"{symbol.kind} {symbol.qualname}, lines {symbol.line}-{symbol.end_line}")
    for decorator in answer.decorators:
        print_line(f"  @{decorator}")
    print_line(f"  {symbol.signature}")
    for one in answer.same[:_MAX_SAME]:
        print_line(f"  also {one.path}:{one.line}  {one.signature or one.qualname}")
    if (n_more := len(answer.same) - _MAX_SAME) > 0:
        print_line(f"  and {count(n_more, 'more place')}")
    _print_doc(answer.doc or answer.doc_there)
    if answer.members:
        print_line()
        _print_outline(answer.members)
    say_others(answer.others)


def _print_file(answer: FileAnswer) -> None:
    file = answer.file
    print_line(f"{file.path}:1")
    facts = [file.language or "no language", file.role, count(file.n_lines, "line")]
    facts += [
        size(file.n_bytes),
        count(file.n_symbols, "symbol"),
        count(answer.n_imports, "import"),
        f"used by {count(answer.n_users, 'file')}",
    ]
    print_line(" · ".join(facts))
    if answer.purpose.text:
        print_line(f"purpose: {answer.purpose.sentence}{_source(answer.purpose)}")
    if answer.role_reason and answer.role_reason != f"{file.language} file":
        print_line(f"role: {answer.role_reason}")
    if file.reason:
        print_line(f"{file.status}: {file.reason}")
    _print_doc(own_words(answer.doc))
    if answer.outline:
        print_line()
        _print_outline(answer.outline)
    for tag, line_number, text in answer.notes:
        print_line(f"{file.path}:{line_number}  {tag}: {text}")
    for line_number, message in answer.diagnostics:
        print_line(f"{file.path}:{line_number}  {message}")
    say_others(answer.others)


def _source(purpose: Purpose) -> str:
    """What the sentence is, and where it stands."""
    place = f", {purpose.path}:{purpose.line}" if purpose.line else ""
    return f" ({purpose.source}{place})"


def _print_doc(doc: str) -> None:
    """Quoted, so that it reads as the repository's words and not as ours."""
    if doc:
        print_line()
        for line in doc.split("\n"):
            print_line(f"  | {line}" if line else "  |")


def _print_outline(outline: tuple[SymbolLine, ...]) -> None:
    least = min(symbol.depth for symbol in outline)
    print_table(
        [
            (
                f"{symbol.line}-{symbol.end_line}",
                symbol.kind,
                "  " * (symbol.depth - least) + symbol.name,
                symbol.signature if len(symbol.signature) <= 100 else symbol.signature[:99] + "…",
            )
            for symbol in outline
        ]
    )


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_PURPOSE else text[: _MAX_PURPOSE - 1] + "…"


def _print_folder(answer: FolderAnswer) -> None:
    print_line(f"{answer.path}/  {count(answer.n_files, 'file')}, {count(answer.n_lines, 'line')}")
    print_table(
        [
            (f"{f.path}/", count(f.n_files, "file"), count(f.n_symbols, "symbol"))
            for f in answer.folders
        ]
    )
    if answer.markers:
        print_line(f"  {answer.markers}")
        return
    print_table(
        [
            (
                f.path,
                f.language,
                f.role,
                count(f.n_lines, "line"),
                count(f.n_symbols, "symbol"),
                _cut(f.purpose),
            )
            for f in answer.files
        ]
    )


_PRINTERS: dict[type, Callable[[Any], None]] = {
    SymbolAnswer: _print_symbol,
    FileAnswer: _print_file,
    FolderAnswer: _print_folder,
    Matches: print_matches,
    Nothing: print_nothing,
}
