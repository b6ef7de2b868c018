"""What a query for a name asks for, and how a name is related to it."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from repobook.model.search.matches import NamedSymbol, NameRelation
from repobook.text.naming.identifier_words import natural_words, words_of
from repobook.text.naming.name_forms import initials, said_besides, squeezed

_MAX_WORDS: Final = 8
_MAX_AROUND: Final = 16
_MIN_PREFIX: Final = 3
_INITIALS: Final = range(2, 9)

AND: Final = " AND "
_CALL: Final = re.compile(r"\([^()]*\)?$|~\d{1,6}$")
_STEP: Final = re.compile(r"::|->|[.#/\\]")


class NameQuery(NamedTuple):
    typed: str
    """The whole, which may be a name itself: ``operator()``, ``aten::pad``."""
    name: str
    around: tuple[str, ...]
    """What stands before the name: a class, a namespace, a module, a path."""
    letters: str
    words: tuple[str, ...]
    said: tuple[str, ...]
    """The words as they were said: ``devices``, where the index knows ``device``."""

    @property
    def is_one_word(self) -> bool:
        return " " not in self.name


def read_name(text: str) -> NameQuery:
    """``Class.method``, ``a::b``, ``path/x.py::Class.method``, ``flash attn`` or a bare name."""
    typed = " ".join(text.split())
    called = _CALL.sub("", typed) or typed
    around, name = ((), called) if " " in called else _steps(called)
    words = tuple(dict.fromkeys(words_of(name)))[:_MAX_WORDS]
    said = tuple(dict.fromkeys(natural_words(name)))[:_MAX_WORDS]
    return NameQuery(typed, name, around, squeezed(name), words, said)


def _steps(text: str) -> tuple[tuple[str, ...], str]:
    steps = [step for step in _STEP.split(text) if step]
    if len(steps) < 2 or not squeezed(steps[-1]):
        return (), text
    return tuple(steps[:-1][-_MAX_AROUND:]), steps[-1]


def expressions(query: NameQuery, *, is_name: bool = False) -> list[str]:
    """Of FTS5, over the terms of names, for what is related best first.

    Each term is quoted and has letters and digits alone. Where the query is a name as it stands
    its words are whole: what begins like common words would take longer than all the rest.
    """
    letters, is_prefix = query.letters, query.is_one_word and len(query.letters) >= _MIN_PREFIX
    by_initials = [f'"~{letters}"'] if len(letters) in _INITIALS else []
    words = AND.join(f'"{word}"' for word in query.words) if is_name else all_begin(query.words)
    return [
        *([f'"={letters}"'] if letters else []),
        *(by_initials if query.name.isupper() else []),
        *([f'"={letters}" *'] if is_prefix else []),
        *([words] if words else []),
        *(by_initials if not query.name.isupper() else []),
    ]


def all_begin(words: Iterable[str]) -> str:
    """A name with all of these words, or with words that begin so."""
    return AND.join(word_expression([word]) for word in words)


def word_expression(words: Sequence[str]) -> str:
    """A name with a word that begins so, for one of them; a short one is meant as it is."""
    terms = [f'"{word}" *' if len(word) >= _MIN_PREFIX else f'"{word}"' for word in words]
    return f"({' OR '.join(terms)})"


def relation(query: NameQuery, name: str) -> NameRelation | None:
    """Except a slip, for which a vocabulary is needed."""
    if name in (query.name, query.typed):
        return "exact"
    letters = squeezed(name)
    if letters == query.letters:
        return "letters"
    if query.is_one_word and _begins([letters], query.letters):
        return "prefix"
    words = words_of(name)
    if query.words and n_whole_words((*words, *said_besides(name)), query.words) is not None:
        return "words"
    return "initials" if initials(words) == query.letters else None


def n_whole_words(words: Sequence[str], wanted: Sequence[str]) -> int | None:
    """How many are there as wanted, when all others begin so; None when one is not there at all."""
    others = [one for one in wanted if one not in words]
    if all(_begins(words, one) for one in others):
        return len(wanted) - len(others)
    return None


def _begins(words: Sequence[str], wanted: str) -> bool:
    return len(wanted) >= _MIN_PREFIX and any(word.startswith(wanted) for word in words)


def stands_within(symbol: NamedSymbol, around: Sequence[str]) -> bool:
    """Whether its path and qualified name go through these steps, in this order."""
    steps = iter([step.lower() for step in _STEP.split(f"{symbol.path}.{symbol.qualname}")])
    return all(one.lower() in steps for one in around)
