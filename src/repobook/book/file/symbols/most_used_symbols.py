"""The symbols of a file that code elsewhere depends on most, and what they say of themselves."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from repobook.book.file.symbols.important_symbols import weight
from repobook.book.shared.quotations import quotation_at
from repobook.model.blocks import Quotation
from repobook.model.dossiers.dossier import FileDossier, Symbol
from repobook.text.documents.sentences import first_sentence
from repobook.text.documents.tautologies import says_more

N_MOST_USED: Final = 3
_MAIN_SHARE: Final = 0.3
_MEMBERS: Final = frozenset(["constructor", "field", "method"])


def most_used_symbols(dossier: FileDossier) -> tuple[Symbol, ...]:
    """The symbols that the code of other files depends on most; a document only mentions them."""
    used = [symbol for symbol in dossier.symbols if symbol.uses.n_elsewhere]
    used.sort(key=_how_sure)
    in_code = (
        symbol for symbol in _without_declarations(used) if not _only_in_documents(dossier, symbol)
    )
    return tuple(islice(in_code, N_MOST_USED))


def _without_declarations(symbols: list[Symbol]) -> list[Symbol]:
    """What is declared and defined in the same file has the same uses: the longer text is shown."""
    longest: dict[tuple[str, object], Symbol] = {}
    for symbol in symbols:
        key = symbol.definition.qualname, symbol.uses
        if key not in longest or _n_lines(symbol) > _n_lines(longest[key]):
            longest[key] = symbol
    return list(longest.values())


def _n_lines(symbol: Symbol) -> int:
    return symbol.definition.end_line - symbol.definition.line + 1


def _how_sure(symbol: Symbol) -> tuple[bool, float, int, int]:
    """Symbols without certain users come last."""
    uses = symbol.uses
    return not uses.n_sure_elsewhere, -weight(uses), -uses.n_places, symbol.n


def _only_in_documents(dossier: FileDossier, symbol: Symbol) -> bool:
    users = [dossier.known.get(path) for path, _ in symbol.uses.top]
    return bool(users) and all(user is not None and user.role == "docs" for user in users)


def main_sentence(dossier: FileDossier) -> tuple[Symbol, Quotation] | None:
    """For a file without documentation: the first sentence of its main symbol."""
    for symbol in (*_namesakes(dossier), *_most_used(dossier), *_largest(dossier)):
        sentence = first_sentence(symbol.definition.doc)
        if not says_more(sentence, f"{dossier.path} {symbol.definition.name}", by_words=1):
            continue
        if quote := symbol_words(dossier, symbol):
            return symbol, quote._replace(text=sentence)
    return None


def _namesakes(dossier: FileDossier) -> Iterator[Symbol]:
    """What the file is named for: ``class JsonParser`` in ``JsonParser.java``."""
    stem = dossier.path.rpartition("/")[2].partition(".")[0]
    for symbol in dossier.symbols:
        if symbol.definition.name == stem and symbol.definition.kind not in _MEMBERS:
            yield symbol


def _most_used(dossier: FileDossier) -> tuple[Symbol, ...]:
    """The one symbol that other files use, if there is one; its members count as part of it."""
    leading = most_used_symbols(dossier)[:1]
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
    large = [
        symbol
        for symbol in dossier.symbols
        if symbol.definition.kind not in ("namespace", "module", "package", "heading")
        and _share(dossier, symbol) >= _MAIN_SHARE
    ]
    return sorted(large, key=lambda symbol: (-_share(dossier, symbol), symbol.n))[:1]


def _share(dossier: FileDossier, symbol: Symbol) -> float:
    return _n_lines(symbol) / max(dossier.n_lines, 1)
