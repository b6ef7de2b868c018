"""What a repository's own documents say: of folders, of the whole, and what to type."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from repobook.model.dossier import FileLine
from repobook.model.folder_dossier import Place, ShownCommand, Words
from repobook.store.folder_tables import Tables
from repobook.text.folder_notes import folder_notes
from repobook.text.introduction import introduction
from repobook.text.shell_blocks import shell_blocks

# Where a folder says what it is for, best first; compared without case and ending.
_TELLING: Final = ("readme", "__init__", "package-info", "doc", "mod", "lib", "index", "main")
# Where the whole explains itself.
_DOCUMENTS: Final = ("readme", "contributing", "architecture", "hacking", "development", "design")
_DOCUMENT_FOLDERS: Final = ("", ".github", "docs", "doc")
_N_DOCUMENTS: Final = 12
_NEAR_THE_TOP: Final = 2


class Telling:
    def __init__(self, tables: Tables, lines_of: Callable[[str], Sequence[str]]) -> None:
        self._tables = tables
        self._lines_of = lines_of

    def words(self, folder: str) -> Iterator[Words]:
        """What files right in the folder say of it, the best teller first; then documents."""
        _, files = self._tables.children[folder]
        tellers = [(_teller(row.line.path), row.line) for row in files if row.line.doc]
        for place, line in sorted(tellers):
            if place < len(_TELLING):
                yield _words_of(line)
        if folder in self._notes:
            yield self._notes[folder]

    def introduction(self, name: str) -> Iterator[Words]:
        """The first paragraphs of what the whole, which has this name, says of itself."""
        for words in self.words(""):
            lines = self._lines_of(words.path)
            for text, line, end_line in introduction(lines, words.line, name):
                yield Words(text, words.path, line, end_line)
            return

    def commands(self) -> Iterator[ShownCommand]:
        for path in self._documents:
            for heading, text, line, end_line in shell_blocks(self._lines_of(path)):
                yield ShownCommand(heading, text, Place(path, line, end_line))

    @cached_property
    def _notes(self) -> dict[str, Words]:
        """What documents at the top say of folders, the first word on each."""
        folder_by_name = _folders_by_name(self._tables.folders)
        found: dict[str, Words] = {}
        for path in self._documents:
            for folder, text, line, end_line in folder_notes(self._lines_of(path), folder_by_name):
                found.setdefault(folder, Words(text, path, line, end_line))
        return found

    @cached_property
    def _documents(self) -> tuple[str, ...]:
        """Where repositories explain themselves, README first."""
        found = [
            (_DOCUMENTS.index(_stem(row.line.path)), row.line.path)
            for folder in _DOCUMENT_FOLDERS
            for row in self._tables.children.get(folder, ((), ()))[1]
            if row.line.status == "documented" and is_telling_document(row.line.path)
        ]
        return tuple(path for _, path in sorted(found)[:_N_DOCUMENTS])


def is_telling_document(path: str) -> bool:
    """Whether it is one of those that may say what folders are for."""
    return path.rpartition("/")[0] in _DOCUMENT_FOLDERS and _stem(path) in _DOCUMENTS


def _teller(path: str) -> int:
    stem = _stem(path)
    return _TELLING.index(stem) if stem in _TELLING else len(_TELLING)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()


def _words_of(line: FileLine) -> Words:
    return Words(line.doc, line.path, line.doc_line, line.doc_end_line)


def _folders_by_name(folders: Iterable[str]) -> dict[str, str]:
    """By path, and by the last name alone where only one folder near the top has it."""
    by_path = {folder: folder for folder in folders if folder}
    near = [folder for folder in by_path if folder.count("/") < _NEAR_THE_TOP]
    n_by_name = Counter(folder.rpartition("/")[2] for folder in near)
    by_name = {folder.rpartition("/")[2]: folder for folder in near}
    return {name: folder for name, folder in by_name.items() if n_by_name[name] == 1} | by_path
