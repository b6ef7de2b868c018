"""A sentence about a file whose code implements operators, where its own words tell nothing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from repobook.model.dossiers.dossier import ImplementedOperator
from repobook.model.purpose import DERIVED, NO_PURPOSE, Purpose
from repobook.text.naming.identifier_words import words_of

_KERNELS: Final = frozenset(["dispatch", "structured", "registration", "ufunc", "stub"])
_MAX_NAMES: Final = 4
_MAX_BACKENDS: Final = 3
# For every backend, in terms of other operators.
_COMPOSITE: Final = ("Composite", "CatchAll")


def implemented_purpose(path: str, operators: Sequence[ImplementedOperator]) -> Purpose:
    """By what binds them; those first that the file is named for."""
    kernels = [one for one in operators if one.stage in _KERNELS]
    if not kernels:
        return NO_PURPOSE
    stem = set(words_of(path.rpartition("/")[2].partition(".")[0]))
    names = dict.fromkeys(one.name for one in kernels)
    ordered = sorted(names, key=lambda name: stem.isdisjoint(words_of(name.partition("::")[2])))
    shown = [f"`{name}`" for name in ordered[:_MAX_NAMES]]
    n_more = len(ordered) - len(shown)
    listed = ", ".join(shown) + (f" and {n_more:,} more" if n_more else "")
    first = next(one for one in kernels if one.name == ordered[0])
    text = f"Implements {_operators(len(ordered))} {listed}{_for(_backends(kernels))}"
    return Purpose(text, DERIVED, "", first.path, first.line, first.line)


def _operators(n: int) -> str:
    return "operator" if n == 1 else "operators"


def _backends(kernels: Iterable[ImplementedOperator]) -> list[str]:
    """Those with the most first."""
    n_by_backend = Counter(
        word
        for one in kernels
        for part in one.detail.split(",")
        for word in part.split()[:1]
        if not word.startswith(_COMPOSITE)
    )
    return sorted(n_by_backend, key=lambda word: (-n_by_backend[word], word))


def _for(backends: Sequence[str]) -> str:
    more = " and others" if len(backends) > _MAX_BACKENDS else ""
    return f" for {', '.join(backends[:_MAX_BACKENDS])}{more}" if backends else ""
