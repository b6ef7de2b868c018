"""Chooses the symbols that a file's page describes in detail, and their anchors."""

import re
from collections.abc import Sequence
from itertools import islice
from math import log2
from typing import Final

from repobook.book.file.functions.decisions import is_decided
from repobook.book.file.functions.only_statement import few_statements
from repobook.book.file.functions.runs import only_sets_fields, runs
from repobook.book.file.outline import CALLABLE, Shape
from repobook.model.dossiers.dossier import FileDossier, Symbol, Uses
from repobook.model.kinds import CLASSES
from repobook.text.documents.sentences import first_sentence

MAX_SYMBOLS: Final = 12
TYPES: Final = frozenset(CLASSES)
_CASES: Final = ("test", "Test")
_MAX_ANCHOR: Final = 120
_NOT_IN_ANCHOR: Final = re.compile(r"[^a-z0-9_]+")


def important(dossier: FileDossier, lie: Shape) -> tuple[tuple[Symbol, ...], int]:
    """Those that others use most and that decide most, in the order of lines; and of how many."""
    n_decisions: dict[int, int] = {}
    for decision in filter(is_decided, dossier.decisions):
        n = lie.outermost.get(decision.definition, -1)
        n_decisions[n] = n_decisions.get(n, 0) + 1
    candidates = [symbol for symbol in dossier.symbols if _may_matter(dossier, symbol, lie)]
    scored = sorted((-_score(one, n_decisions.get(one.n, 0)), one.n) for one in candidates)
    telling = (
        n for _, n in scored if _says_more_than_outline(dossier, n, n_decisions.get(n, 0), lie)
    )
    best = set(islice(telling, MAX_SYMBOLS))
    return tuple(symbol for symbol in candidates if symbol.n in best), len(candidates)


def _may_matter(dossier: FileDossier, symbol: Symbol, lie: Shape) -> bool:
    """Not the cases of a test: the section on testing lists them."""
    definition = symbol.definition
    is_callable = definition.kind in CALLABLE
    is_case = dossier.role == "test" and is_callable and definition.name.startswith(_CASES)
    if definition.kind == "test" or is_case:
        return False
    is_kind = is_callable or definition.kind in TYPES
    return is_kind and lie.outermost[symbol.n] == symbol.n


def _says_more_than_outline(dossier: FileDossier, n: int, n_decisions: int, lie: Shape) -> bool:
    """The outline has its first sentence and all that a short one does, and says who uses it."""
    definition = dossier.symbols[n].definition
    if "\n\n" in definition.doc.strip():
        return True
    if definition.kind in TYPES:
        return n_decisions > 0
    if n in lie.bodies:
        doc = " ".join(definition.doc.split())
        return n_decisions > 0 and doc.startswith(f"{first_sentence(definition.doc)} ")
    if n_decisions > 0 or definition.complexity > 1:
        return True
    if every := runs(dossier, definition):
        return not only_sets_fields(every)
    return bool(few_statements(dossier, definition))


def _score(symbol: Symbol, n_decisions: int) -> float:
    definition = symbol.definition
    size = log2(1 + definition.end_line - definition.line)
    deciding = 2 * log2(1 + n_decisions) + log2(1 + definition.complexity)
    return 4 * log2(1 + weight(symbol.uses)) + deciding + size / 2 + definition.exported


def weight(uses: Uses) -> float:
    """Other files that use it; one that may mean something else counts a quarter."""
    return uses.n_sure_elsewhere + (uses.n_elsewhere - uses.n_sure_elsewhere) / 4


def anchors(symbols: Sequence[Symbol]) -> dict[int, str]:
    """By the number of the symbol; unique, and like no heading's own."""
    used: set[str] = set()
    slug_by_symbol: dict[int, str] = {}
    for symbol in symbols:
        slug = _NOT_IN_ANCHOR.sub("-", f"symbol-{symbol.definition.qualname.lower()}")[:_MAX_ANCHOR]
        n = 1
        while slug in used:
            n += 1
            slug = f"{slug[:_MAX_ANCHOR]}-{n}"
        used.add(slug)
        slug_by_symbol[symbol.n] = slug
    return slug_by_symbol
