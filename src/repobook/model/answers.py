"""Answers as plain values: terminal, HTTP and agents translate the same thing."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from repobook.model.graph import LanguageLinks
from repobook.model.purpose import NO_PURPOSE, Purpose


class SymbolLine(NamedTuple):
    """A symbol in one line of an outline or a list."""

    id: str
    path: str
    name: str
    qualname: str
    kind: str
    line: int
    end_line: int
    signature: str
    exported: bool
    depth: int = 0


MAX_OTHERS: Final = 50


class Others(NamedTuple):
    """What else bears the name that was asked for, the more likely first."""

    symbols: tuple[SymbolLine, ...] = ()
    n_all: int = 0


def all_of(symbols: Sequence[SymbolLine]) -> Others:
    """Where something else is answered for."""
    return Others(tuple(symbols[:MAX_OTHERS]), len(symbols))


def others_of(symbols: Sequence[SymbolLine]) -> Others:
    """All but the first, which is answered for."""
    return all_of(symbols[1:])


class SymbolAnswer(NamedTuple):
    symbol: SymbolLine
    doc: str
    decorators: tuple[str, ...]
    members: tuple[SymbolLine, ...]
    others: Others = Others()
    same: tuple[SymbolLine, ...] = ()
    """Where it is declared or defined besides, what is documented first."""
    doc_there: str = ""
    """How the first of these documents it, where it is not documented itself."""


class FileLine(NamedTuple):
    path: str
    language: str
    role: str
    n_bytes: int
    n_lines: int
    status: str
    reason: str
    n_symbols: int
    purpose: str = ""
    """What it is for, in a sentence."""


class FileAnswer(NamedTuple):
    file: FileLine
    role_reason: str
    blob: str
    tracked: bool | None
    doc: str
    outline: tuple[SymbolLine, ...]
    n_imports: int
    notes: tuple[tuple[str, int, str], ...]
    diagnostics: tuple[tuple[int, str], ...]
    purpose: Purpose = NO_PURPOSE
    others: Others = Others()
    """Symbols of the name, where a module was asked for by its name."""
    n_users: int = 0
    """How many files depend on it."""


class FolderLine(NamedTuple):
    path: str
    n_files: int
    n_lines: int
    n_symbols: int


class FolderAnswer(NamedTuple):
    path: str
    folders: tuple[FolderLine, ...]
    files: tuple[FileLine, ...]
    n_files: int
    n_lines: int
    markers: str
    """What a uniform folder of empty marker files holds, in words; empty elsewhere."""


class Edge(NamedTuple):
    """Between this file and another; the line is in the file that it leads from."""

    path: str
    kind: str
    line: int
    confidence: str
    n: int


class Command(NamedTuple):
    text: str
    proof: str
    line: int


class Owner(NamedTuple):
    owners: tuple[str, ...]
    proof: str
    line: int


class Matches(NamedTuple):
    """Several things bear the name: files of which none is likelier, or all that there are."""

    name: str
    symbols: tuple[SymbolLine, ...]
    files: tuple[FileLine, ...]
    n_all: int
    """How many there are; more than are listed when the list was cut."""

    @property
    def is_cut(self) -> bool:
        return len(self.symbols) + len(self.files) < self.n_all


class Nothing(NamedTuple):
    name: str
    close: tuple[str, ...]
    n_files: int
    n_unparsed: int


Shown = SymbolAnswer | FileAnswer | FolderAnswer | Matches | Nothing
SHOWN_AS: Final[dict[type[Shown], str]] = {
    SymbolAnswer: "symbol",
    FileAnswer: "file",
    FolderAnswer: "folder",
    Matches: "matches",
    Nothing: "nothing",
}


class Share(NamedTuple):
    name: str
    n_files: int
    n_lines: int
    n_bytes: int


class StatusAnswer(NamedTuple):
    meta: dict[str, str]
    languages: tuple[Share, ...]
    roles: tuple[Share, ...]
    reasons: tuple[tuple[str, int], ...]
    skipped: tuple[tuple[str, str], ...]
    diagnostics: tuple[tuple[str, int, str], ...]
    n_diagnostic_files: int
    n_tracked: int
    n_untracked: int
    links: tuple[LanguageLinks, ...]


def is_cut(answer: Any) -> bool:
    """Whether an answer tells less than there is; those that may do so know it themselves."""
    return bool(getattr(answer, "is_cut", False))


def shown_data(answer: Shown) -> dict[str, Any]:
    """What was shown says what it is."""
    return {"shows": SHOWN_AS[type(answer)], **as_data(answer)}


def as_data(value: Any) -> Any:
    """An answer as JSON would have it: names kept, tuples as lists."""
    if hasattr(value, "_asdict"):
        return {name: as_data(item) for name, item in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return [as_data(item) for item in value]
    return value
