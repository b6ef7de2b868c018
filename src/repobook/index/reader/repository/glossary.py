"""The glossary: the most used types and functions, with their documentation."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from repobook.index.reader.rows import Rows
from repobook.model.dossiers.folder_dossier import Offer, Term, Words
from repobook.model.kinds import CLASSES
from repobook.text.documents.first_sentence import summary
from repobook.text.documents.markup import without_links, without_roles
from repobook.text.documents.tautologies import says_more

_N_TERMS: Final = 40
_MIN_USERS: Final = 2
_MIN_SPACES: Final = 3
_MAX_LINES_ABOVE: Final = 40
_MAX_LINES_BELOW: Final = 80
_KINDS: Final = frozenset([*CLASSES, "type", "function"])
_REMARK: Final = re.compile(r"(?:NOTE|Note|See|TODO|Deprecated)\b")

LinesOf = Callable[[str], Sequence[str]]


def glossary(rows: Rows, offers: Iterable[Offer], lines_of: LinesOf) -> tuple[Term, ...]:
    """Types before functions, the most used ones; in the order of the alphabet."""
    used = {
        offer.place: offer
        for offer in offers
        if offer.kind in _KINDS and offer.n_users >= _MIN_USERS and offer.name[0] != "_"
    }
    ranked = sorted(used.values(), key=lambda offer: (offer.kind not in CLASSES, -offer.n_users))
    terms: dict[str, Term] = {}
    for offer in ranked:
        if len(terms) < _N_TERMS and offer.name not in terms:
            for words in _explained(rows, offer, lines_of):
                terms[offer.name] = Term(offer.qualname, offer.kind, offer.place, words)
    return tuple(sorted(terms.values(), key=lambda term: (term.qualname.lower(), term.qualname)))


def _explained(rows: Rows, offer: Offer, lines_of: LinesOf) -> Iterator[Words]:
    path, line, _ = offer.place
    for (doc,) in rows(_DOC, (path, offer.qualname, line)):
        sentence = summary(doc)
        text = without_links(without_roles(sentence.text))
        if text.count(" ") < _MIN_SPACES or _REMARK.match(text) or not says_more(text, offer.name):
            continue
        first = max(line - _MAX_LINES_ABOVE, 1)
        if found := _lines(sentence.pieces, lines_of(path), first, line + _MAX_LINES_BELOW):
            yield Words(text, path, found[0], found[-1])


def _lines(pieces: Sequence[str], lines: Sequence[str], first: int, last: int) -> list[int]:
    """One for each piece, right below the one before; none where one is not there."""
    for start in range(first, min(last, len(lines) - len(pieces) + 1) + 1) if pieces else ():
        below = lines[start - 1 : start - 1 + len(pieces)]
        if all(piece in line for piece, line in zip(pieces, below, strict=True)):
            return [*range(start, start + len(pieces))]
    return []


_DOC: Final = """
    SELECT s.doc FROM symbol s JOIN file f ON f.id = s.file
    WHERE f.path = ? AND s.qualname = ? AND s.line = ? AND s.doc != '' LIMIT 1
"""
