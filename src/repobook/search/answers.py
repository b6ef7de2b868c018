"""What a search gives: plain values that terminal, server and agents translate."""

from collections import Counter
from typing import Final, Literal, NamedTuple, get_args

from repobook.search.query.questions import Asks
from repobook.search.rank.best_lines import BestLine

Kind = Literal["files", "symbols", "keywords", "text", "findings"]
HitKind = Literal["file", "folder", "symbol", "keyword", "text", "finding"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class Hit(NamedTuple):
    path: str
    line: int
    """The best line: of a symbol its definition, of a file 1 where no line stands out."""
    kind: HitKind
    name: str
    """Of a symbol its qualified name, of a finding its rule, of a file or folder its path."""
    score: float
    parts: tuple[tuple[str, float], ...]
    """What the score is made of, by name, the greatest first."""
    detail: str
    """What it is, in a few words: kind and signature, or language, role and size."""
    lines: tuple[BestLine, ...] = ()
    n_same: int = 1
    """Symbols of this name that the hit stands for."""
    spellings: tuple[str, ...] = ()
    """Other names of the same letters among them."""
    purpose: str = ""
    """Of a file: what it is for, in a sentence."""


class AnswerRow(NamedTuple):
    path: str
    line: int
    text: str
    confidence: str
    """How sure the graph is; empty where there is nothing to be unsure of."""


class GraphAnswer(NamedTuple):
    asks: Asks
    subject: str
    """The id of a symbol, or a path."""
    path: str
    line: int
    what: str
    """What the subject is: a kind and a name."""
    n_others: int
    """Other symbols of the same name, with fewer uses."""
    statement: str
    rows: tuple[AnswerRow, ...]
    n_all: int
    command: str
    """The command that lists all of it."""
    covered: str
    """The limits of the answer, which a negative one must state."""


class Total(NamedTuple):
    """How many hits of one kind there are, of which the best are listed."""

    kind: HitKind
    n: int
    has_more: bool
    """Whether there may be even more, which were not counted."""


class SearchAnswer(NamedTuple):
    query: str
    kind: Kind | None
    """The requested kind of hits; without it symbols, folders and files."""
    answer: GraphAnswer | None
    """What the graph says where the query is a question that it can answer."""
    hits: tuple[Hit, ...]
    totals: tuple[Total, ...]
    n_hidden_tests: int
    """Symbols in tests that were left out; ``test:yes`` lists them."""
    terms: tuple[str, ...]
    """The words that were looked for, in lower case."""
    hints: tuple[str, ...]
    close: tuple[str, ...]
    """Names much like the one that was not found."""
    n_files: int
    """Files that were searched."""
    n_unparsed: int
    """Those of them with parse problems."""

    @property
    def is_cut(self) -> bool:
        n_shown = Counter(hit.kind for hit in self.hits)
        return any(total.has_more or total.n > n_shown[total.kind] for total in self.totals)
