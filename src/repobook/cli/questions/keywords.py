"""``repobook keywords``: what distinguishes a file or a folder, and the names under a prefix."""

import click

from repobook.ask.book import Book
from repobook.ask.keywords_answer import (
    FileKeywords,
    FolderKeywords,
    KeywordsAnswer,
    PrefixAnswer,
)
from repobook.cli.matches import Printers, print_found
from repobook.cli.output import count, print_line, print_table, say
from repobook.cli.reading import reads_book
from repobook.model.answers import Nothing


@click.command(short_help="Show the keywords of a file or a folder.")
@click.argument("target", default="", metavar="[PATH|PREFIX]")
@click.option("-n", "n", default=30, show_default=True, type=click.IntRange(1), metavar="N")
@reads_book
def command(ctx: click.Context, target: str, n: int, book: Book, as_json: bool) -> None:
    """Show the keywords of a file or a folder, or the exported names that begin with PREFIX.

    A prefix that begins with _ finds private names. A star at the end ('torch*') says that a prefix
    is meant where a folder has the same name.
    """
    answer = book.keywords(target, n)
    printers: Printers = {
        FileKeywords: _print_file,
        FolderKeywords: _print_folder,
        PrefixAnswer: _print_names,
    }
    print_found("keywords", book.commit, answer, as_json, printers)
    if not _is_any(answer):
        ctx.exit(1)


def _is_any(answer: KeywordsAnswer) -> bool:
    if isinstance(answer, FileKeywords | FolderKeywords):
        return bool(answer.keywords)
    return not isinstance(answer, Nothing)


def _print_file(answer: FileKeywords) -> None:
    print_line(f"{answer.path}:1")
    print_table(
        [
            (f"{answer.path}:{k.line}", f"{k.score:.1f}", _kind_label(k.kind), k.keyword)
            for k in answer.keywords
        ],
        indent="",
    )
    say(f"{len(answer.keywords):,} of {count(answer.n_all, 'keyword')}, most distinctive first")


def _print_folder(answer: FolderKeywords) -> None:
    print_line(f"{answer.path}/")
    print_table(
        [
            (f"{k.path}:{k.line}", _kind_label(k.kind), k.keyword, f"in {count(k.n_files, 'file')}")
            for k in answer.keywords
        ],
        indent="",
    )
    cut = answer.n_counted < answer.n_files
    files = count(answer.n_files, "file")
    of = f"the {answer.n_counted:,} most used of {files}" if cut else files
    say(f"{len(answer.keywords):,} of {count(answer.n_all, 'keyword')} from {of}")


def _print_names(answer: PrefixAnswer) -> None:
    rows = []
    for name in answer.names:
        kinds = ", ".join(f"{n:,} × {_kind_label(kind)}" for kind, n in name.kinds)
        (path, line), *_ = name.places
        what = kinds if name.n_definitions > 1 else _kind_label(name.kinds[0][0])
        rows.append((f"{path}:{line}", name.name, what))
    print_table(rows, indent="")
    covered = f"{count(answer.n_files, 'file')} searched, {answer.n_unparsed:,} with parse problems"
    names = count(answer.n_all, "name")
    say(f"{len(rows):,} of {names} under {answer.prefix}; {covered}")


def _kind_label(kind: str) -> str:
    return kind.replace("_", " ")
