"""What a change is about: the symbols and files that are asked for, or that a patch touches."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from repobook.ask.dependencies_answer import find_module, others_called
from repobook.index.reader.book_reader import BookReader
from repobook.index.search.source_texts import text_at
from repobook.model.answers import Matches, Nothing, Others, SymbolLine, others_of
from repobook.text.amounts import count
from repobook.text.lines import split_lines
from repobook.text.patches import ChangedFile, Hunk

_MAX_NAMED: Final = 10
_SHAPES: Final = frozenset(["heading", "section", "package", "module", "namespace", "block"])


class Changed(NamedTuple):
    subject: str
    """As it is called in an answer: a symbol id, a path, or how many files a patch changes."""
    symbols: tuple[SymbolLine, ...]
    files: tuple[str, ...]
    """Those that the book has."""
    is_whole: bool
    """Whether all of the files is meant, and not only the symbols."""
    unknown: tuple[str, ...] = ()
    """What of the change could not be found."""
    others: Others = Others()


def changed_target(reader: BookReader, target: str) -> Changed | Matches | Nothing:
    """A file by its path or the end of it, else a symbol by its id or name."""
    file = find_module(reader, target)
    if isinstance(file, str):
        others = others_called(reader, target, "")
        return Changed(file, tuple(reader.symbols_in(file)), (file,), True, others=others)
    symbols = reader.symbols_called(target)
    if not symbols:
        return file if isinstance(file, Matches) else reader.nothing(target)
    first = symbols[0]
    return Changed(first.id, (first,), (first.path,), False, others=others_of(symbols))


def changed_files(reader: BookReader, files: Iterable[str]) -> Changed:
    """Whole files, by their paths; those that the book does not have are said."""
    files = list(dict.fromkeys(files))
    known = [path for path in files if reader.file_id(path)]
    symbols = [symbol for path in known for symbol in reader.symbols_in(path)]
    missing = tuple(f"{path} is not in the book" for path in files if path not in known)
    return Changed(count(len(files), "file"), tuple(symbols), tuple(known), True, missing)


def changed_by_patch(reader: BookReader, patch: Sequence[ChangedFile]) -> Changed:
    """The innermost symbols around its lines, in the version of the files that the book has."""
    symbols: dict[str, SymbolLine] = {}
    files: list[str] = []
    unknown: list[str] = []
    strange: list[str] = []
    for file in patch:
        path = file.old_path if reader.file_id(file.old_path) else file.path
        if not reader.file_id(path):
            strange.append(file.path)
            continue
        files.append(path)
        lines, n_unplaced = _lines_in(_lines_of(reader, path), file.hunks)
        if n_unplaced:
            parts = count(n_unplaced, "part")
            unknown.append(f"{path}: {parts} of the patch match another version of the file")
        found = _around(reader.symbols_in(path), lines)
        symbols.update((symbol.id, symbol) for symbol in found)
        if n_outside := len(lines) - len(found):
            parts = count(n_outside, "changed line")
            unknown.append(f"{path}: dependents of {parts} outside any symbol")
    subject = f"{count(len(patch), 'changed file')}"
    unknown = [*_not_in_book(strange), *unknown]
    return Changed(subject, tuple(symbols.values()), tuple(files), False, tuple(unknown))


def _not_in_book(paths: Sequence[str]) -> Iterator[str]:
    named = paths[:_MAX_NAMED]
    yield from (f"{path} is not in the book: new or excluded" for path in named)
    if n_more := len(paths) - len(named):
        yield f"{count(n_more, 'more file')} of the change are not in the book"


def _lines_of(reader: BookReader, path: str) -> list[str]:
    """A book may be without texts."""
    index = reader.search_index
    return split_lines((text_at(index, path) or "") if index else "")


def _lines_in(text: Sequence[str], hunks: Iterable[Hunk]) -> tuple[list[int], int]:
    """Lines that a patch touches, before or after it, and how many of its parts fit neither."""
    lines: list[int] = []
    n_unplaced = 0
    for hunk in hunks:
        # A side without lines stands anywhere, so the other one decides.
        is_new = _stands(text, hunk.new_first, hunk.new_lines)
        is_old = _stands(text, hunk.old_first, hunk.old_lines)
        if is_old and (hunk.old_lines or not is_new):
            lines += [*hunk.removed, *_inside(text, hunk.inserted_after)]
        elif is_new:
            lines += [*hunk.added, *_inside(text, hunk.removed_after)]
        else:
            n_unplaced += 1
    return sorted(set(lines)), n_unplaced


def _stands(text: Sequence[str], first: int, lines: Sequence[str]) -> bool:
    return list(text[first - 1 : first - 1 + len(lines)]) == list(lines)


def _inside(text: Sequence[str], after: Iterable[int]) -> Iterator[int]:
    """What is put behind an empty line belongs to nothing that ends there."""
    return (line for line in after if 0 < line <= len(text) and text[line - 1].strip())


def _around(symbols: Sequence[SymbolLine], lines: Iterable[int]) -> list[SymbolLine]:
    """The innermost one of each line that has one; lines come in their order."""
    waiting = [symbol for symbol in symbols if symbol.kind not in _SHAPES]
    waiting.sort(key=lambda symbol: (-symbol.line, symbol.end_line))
    around: list[SymbolLine] = []
    found = []
    for line in lines:
        while waiting and waiting[-1].line <= line:
            around.append(waiting.pop())
        while around and around[-1].end_line < line:
            around.pop()
        found += around[-1:]
    return found
