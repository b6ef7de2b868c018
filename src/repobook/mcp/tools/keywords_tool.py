"""``keywords``: what distinguishes a file or a folder, or the names under a prefix."""

from repobook.ask.book import Book
from repobook.ask.keywords_answer import (
    FileKeywords,
    FolderKeywords,
    NamedThing,
    PrefixAnswer,
)
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import coverage, unresolved
from repobook.text.amounts import count

_N_MORE = 60


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    found = book.keywords(given["target"], first + _N_MORE)
    if isinstance(found, FileKeywords):
        return _of_file(found, first)
    if isinstance(found, FolderKeywords):
        return _of_folder(found, first)
    if isinstance(found, PrefixAnswer):
        return _under(found, first)
    return unresolved(found, first)


def _of_file(found: FileKeywords, first: int) -> Answer:
    rows = [_row(one.keyword, one.kind, found.path, one.line) for one in found.keywords[first:]]
    about = f"{found.path}: what distinguishes it, best first"
    n_all = found.n_all if found.is_cut and len(rows) >= _N_MORE else first + len(rows)
    return Answer(about, rows, n_all, "names and words of the file")


def _of_folder(found: FolderKeywords, first: int) -> Answer:
    rows = [_row(one.keyword, one.kind, one.path, one.line) for one in found.keywords[first:]]
    about = f"{found.path}: keywords of {count(found.n_files, 'file')}, most frequent first"
    return Answer(about, rows, found.n_all, f"{count(found.n_counted, 'file')} counted")


def _under(found: PrefixAnswer, first: int) -> Answer:
    about = f"{count(found.n_all, 'name')} beginning with {found.prefix}"
    covered = coverage(found.n_files, found.n_unparsed)
    return Answer(about, [_named(one) for one in found.names[first:]], found.n_all, covered)


def _named(thing: NamedThing) -> Row:
    path, at = thing.places[0]
    kind = ", ".join(f"{kind} ×{n}" if n > 1 else kind for kind, n in thing.kinds)
    return _row(thing.name, kind, path, at)


def _row(keyword: str, kind: str, path: str, at: int) -> Row:
    cells: dict[str, str | int] = {"keyword": keyword, "kind": kind, "path": path, "line": at}
    return Row(cells, line(f"{path}:{at}", keyword, kind))


TOOL = Tool(
    "keywords",
    "What distinguishes a file or folder, or public names under a prefix (`Prefix*`), with lines.",
    (Parameter("target", "", ""),),
    {"keyword": "string", "kind": "string", "path": "string", "line": "integer"},
    _ask,
)
