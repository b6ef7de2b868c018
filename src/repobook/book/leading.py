"""The symbols of a file that code elsewhere depends on most, and what they say of themselves."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from repobook.book.important import weight
from repobook.book.quoting import quotation_at
from repobook.model.blocks import Quotation
from repobook.model.dossier import FileDossier, Symbol
from repobook.text.sentences import first_sentence

N_LEADING: Final = 3
_MAIN_SHARE: Final = 0.3
_MEMBERS: Final = frozenset(["constructor", "field", "method"])


def leading_symbols(dossier: FileDossier) -> tuple[Symbol, ...]:
    """The symbols that the code of other files depends on most; a document only speaks of them."""
    used = [symbol for symbol in dossier.symbols if symbol.uses.n_elsewhere]
    used.sort(key=_how_sure)
    found = (symbol for symbol in used if not _only_in_documents(dossier, symbol))
    return tuple(islice(found, N_LEADING))


def _how_sure(symbol: Symbol) -> tuple[bool, float, int, int]:
    """What nobody surely uses comes last."""
    uses = symbol.uses
    return not uses.n_sure_elsewhere, -weight(uses), -uses.n_places, symbol.n


def _only_in_documents(dossier: FileDossier, symbol: Symbol) -> bool:
    users = [dossier.known.get(path) for path, _ in symbol.uses.top]
    return bool(users) and all(user is not None and user.role == "docs" for user in users)


def main_sentence(dossier: FileDossier) -> tuple[Symbol, Quotation] | None:
    """Of a file that says nothing itself: the sentence of the symbol that it is about."""
    for symbol in (*_namesakes(dossier), *_most_used(dossier), *_largest(dossier)):
        sentence = first_sentence(symbol.definition.doc)
        if sentence and (said := symbol_words(dossier, symbol)):
            return symbol, said._replace(text=sentence)
    return None


def _namesakes(dossier: FileDossier) -> Iterator[Symbol]:
    """What the file is named for: ``class JsonParser`` in ``JsonParser.java``."""
    stem = dossier.path.rpartition("/")[2].partition(".")[0]
    for symbol in dossier.symbols:
        if symbol.definition.name == stem and symbol.definition.kind not in _MEMBERS:
            yield symbol


def _most_used(dossier: FileDossier) -> tuple[Symbol, ...]:
    """The one symbol that others come for, if there is one; its members are part of it."""
    leading = leading_symbols(dossier)[:1]
    for symbol in leading:
        inside = f"{symbol.definition.qualname}."
        others = sum(
            weight(other.uses)
            for other in dossier.symbols
            if other.n != symbol.n and not other.definition.qualname.startswith(inside)
        )
        if weight(symbol.uses) < others:
            return ()
    return leading


def symbol_words(dossier: FileDossier, symbol: Symbol) -> Quotation | None:
    """Its documentation, which stands in it or above it."""
    doc = symbol.definition.doc
    return quotation_at(dossier, doc, symbol.definition) if doc else None


def _largest(dossier: FileDossier) -> list[Symbol]:
    """The one symbol that takes a good part of the file, if there is one."""
    found = [
        symbol
        for symbol in dossier.symbols
        if symbol.definition.kind not in ("namespace", "module", "package", "heading")
        and _share(dossier, symbol) >= _MAIN_SHARE
    ]
    return sorted(found, key=lambda symbol: (-_share(dossier, symbol), symbol.n))[:1]


def _share(dossier: FileDossier, symbol: Symbol) -> float:
    n_lines = symbol.definition.end_line - symbol.definition.line + 1
    return n_lines / max(dossier.n_lines, 1)
