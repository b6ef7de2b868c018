"""What documents say about the repository and its folders, and the commands they show."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from repobook.index.reader.folder.folder_tables import Tables
from repobook.model.dossiers.dossier import FileLine
from repobook.model.dossiers.folder_dossier import Place, ShownCommand, Words
from repobook.text.documents.book_description import book_description
from repobook.text.documents.document import Document
from repobook.text.documents.folder_notes import folder_notes
from repobook.text.documents.introduction import introduction
from repobook.text.documents.shell_blocks import shell_blocks

# Where a folder says what it is for, best first; compared without case and ending.
_OVERVIEW_STEMS: Final = (
    "readme",
    "__init__",
    "package-info",
    "doc",
    "mod",
    "lib",
    "index",
    "main",
)
# Where the whole explains itself.
_DOCUMENTS: Final = ("readme", "contributing", "architecture", "hacking", "development", "design")
_DOCUMENT_FOLDERS: Final = ("", ".github", "docs", "doc")
_CONFIGS: Final = (("repobook.toml", ""), ("pyproject.toml", "tool.repobook"))
_SAID_ELSEWHERE: Final = ("package", "document")
_N_DOCUMENTS: Final = 12
_NEAR_THE_TOP: Final = 2


class RepositoryDocs:
    def __init__(self, tables: Tables, document_of: Callable[[str], Document]) -> None:
        self._tables = tables
        self._document_of = document_of

    def lines_of(self, path: str) -> Sequence[str]:
        """None where it cannot be read."""
        return self._document_of(path).lines

    def words(self, folder: str) -> Iterator[Words]:
        """What files right in the folder say about it, the best name first; then what documents say
        of it, or a package of the file that it is entered by, or the file that is called like it.
        """
        _, files = self._tables.children[folder]
        ranked = [(_overview_rank(row.line.path), row.line) for row in files]
        entered = [line for place, line in sorted(ranked) if place < len(_OVERVIEW_STEMS)]
        yield from (_words_of(line) for line in entered if line.doc)
        if folder in self.notes:
            yield self.notes[folder]
        for line in entered:
            text, source, _, path, first, last = line.purpose
            if not line.doc and source in _SAID_ELSEWHERE:
                yield Words(text, path, first, last)
        called_alike = folder.rpartition("/")[2].lower()
        named = (row.line for row in files if row.line.doc and row.line.role == "source")
        yield from (_words_of(line) for line in named if _stem(line.path) == called_alike)

    def introduction(self, name: str) -> Iterator[Words]:
        """The first paragraphs of the documentation of the repository with this name."""
        if words := self._own_description():
            yield words
            return
        for words in self.words(""):
            document = self._document_of(words.path)
            for text, line, end_line in introduction(document, words.line, name):
                yield Words(text, words.path, line, end_line)
            return

    def _own_description(self) -> Words | None:
        """What the repository wants its book to say; it comes before a README."""
        here = {row.line.path for row in self._tables.children[""][1]}
        for path, table in _CONFIGS:
            lines = self._document_of(path).lines if path in here else ()
            if found := book_description(lines, table):
                return Words(found.text, path, found.line, found.line)
        return None

    def commands(self) -> Iterator[ShownCommand]:
        for path in self._documents:
            for heading, text, line, end_line in shell_blocks(self._document_of(path)):
                yield ShownCommand(heading, text, Place(path, line, end_line))

    @cached_property
    def notes(self) -> dict[str, Words]:
        """By folder: the first description of it in a document at the top."""
        folder_by_name = _folders_by_name(self._tables.folders)
        words_by_folder: dict[str, Words] = {}
        for path in self._documents:
            notes = folder_notes(self._document_of(path), folder_by_name)
            for folder, text, line, end_line in notes:
                words_by_folder.setdefault(folder, Words(text, path, line, end_line))
        return words_by_folder

    @cached_property
    def _documents(self) -> tuple[str, ...]:
        """Where repositories explain themselves, README first."""
        ranked = [
            (_DOCUMENTS.index(_stem(row.line.path)), row.line.path)
            for folder in _DOCUMENT_FOLDERS
            for row in self._tables.children.get(folder, ((), ()))[1]
            if row.line.status == "documented" and is_repository_document(row.line.path)
        ]
        return tuple(path for _, path in sorted(ranked)[:_N_DOCUMENTS])


def is_repository_document(path: str) -> bool:
    """Whether it is one of those that may say what folders are for."""
    return path.rpartition("/")[0] in _DOCUMENT_FOLDERS and _stem(path) in _DOCUMENTS


def _overview_rank(path: str) -> int:
    stem = _stem(path)
    return _OVERVIEW_STEMS.index(stem) if stem in _OVERVIEW_STEMS else len(_OVERVIEW_STEMS)


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
