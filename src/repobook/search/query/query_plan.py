"""What a query means: words that rank files, and demands that select them.

A word by itself only ranks; inside an alternative or an exclusion it is a demand like all else.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from repobook.model.search.query import And, Filter, Leaf, Node, Not, Or, Pattern, Phrase, Word
from repobook.search.query.intent import Intent
from repobook.search.query.issue_text import IssueText
from repobook.text.stop_words import STOP_WORDS
from repobook.text.terms import terms_in

MAX_TERMS: Final = 48
_MAX_WORDS_OF_NAME: Final = 3
_ABOUT_SYMBOLS: Final = ("kind", "symbol")
_FOR_TESTS: Final = (("test", "yes"), ("test", "only"), ("role", "test"))


class Meaning(NamedTuple):
    tree: Node
    words: tuple[str, ...]
    """Words, quotes and symbol names as they were typed."""
    terms: tuple[str, ...]
    """The words as the index has them."""
    filters: tuple[Filter, ...]
    is_like_a_name: bool
    """One word, or two or three that could be those of a name."""
    intent: Intent = ""
    issue: IssueText | None = None
    """What the query is, if it is the text of an issue."""

    @property
    def is_about_symbols(self) -> bool:
        return any(one.name in _ABOUT_SYMBOLS for one in self.filters)

    @property
    def wants_tests(self) -> bool:
        named = any(word.lower().startswith("test") for word in self.words)
        return named or any((one.name, one.value) in _FOR_TESTS for one in self.filters)


def meaning_of(tree: Node, intent: Intent = "") -> Meaning:
    query_leaves = list(leaves(tree))
    filters = tuple(leaf for leaf in query_leaves if isinstance(leaf, Filter))
    words = tuple(leaf.text for leaf in query_leaves if isinstance(leaf, Word | Phrase))
    words += tuple(one.value for one in filters if one.name == "symbol")
    return Meaning(tree, words, _terms(words), filters, _is_like_a_name(tree), intent)


def meaning_of_issue(issue: IssueText) -> Meaning:
    """Its words rank and nothing is demanded; the title comes first."""
    words = (*issue.prose, *issue.code)
    return Meaning(And(()), words, _terms((*issue.title, *words)), (), False, "fault", issue)


def _is_like_a_name(tree: Node) -> bool:
    """Filters and exclusions do not count."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    plain = [part for part in parts if not isinstance(part, Filter | Not)]
    words = [part.text.lower() for part in plain if isinstance(part, Word)]
    if len(words) != len(plain) or not 1 <= len(words) <= _MAX_WORDS_OF_NAME:
        return False
    # Names have such words too, beside others: ``get device``.
    return len(words) == 1 or 2 * sum(word in STOP_WORDS for word in words) <= len(words)


def _terms(words: Iterable[str]) -> tuple[str, ...]:
    """Stop words count only if there are no others."""
    terms = dict.fromkeys(term for text in words for term in terms_in(text))
    informative = [term for term in terms if term not in STOP_WORDS]
    return tuple((informative or list(terms))[:MAX_TERMS])


def leaves(tree: Node) -> Iterator[Leaf]:
    """All that is asked for, without what is excluded."""
    if isinstance(tree, And | Or):
        for part in tree.parts:
            yield from leaves(part)
    elif not isinstance(tree, Not):
        yield tree


def any_of(terms: Iterable[str]) -> str:
    """An expression of FTS5."""
    return " OR ".join(map(_quoted, terms))


def all_of(terms: Iterable[str]) -> str:
    return " AND ".join(map(_quoted, terms))


def _quoted(term: str) -> str:
    """Terms are letters and digits; they are quoted all the same."""
    return '"' + term.replace('"', '""') + '"'


def without_phrases(tree: Node) -> Node:
    """The same query, whose quotes only rank."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    others = tuple(part for part in parts if not isinstance(part, Phrase))
    return And(others) if len(others) < len(parts) else tree


# The files that hold a leaf; of those given, where there is no need to look at others.
Holding = Callable[[Leaf, set[int] | None], set[int]]
Everything = Callable[[], set[int]]


def demanded(tree: Node, holding: Holding, everything: Everything) -> set[int] | None:
    """The files that fulfil all demands; None where there are none."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    left: set[int] | None = None
    for part in sorted(parts, key=_cost):
        if not isinstance(part, Word):
            holding_part = _holding(part, holding, everything, left)
            left = holding_part if left is None else left & holding_part
    return left


def _cost(part: Node) -> int:
    """What needs no text comes first, and a pattern last."""
    inner = part.part if isinstance(part, Not) else part
    return 0 if isinstance(inner, Filter | Word) else 2 if isinstance(inner, Pattern) else 1


def _holding(
    tree: Node, holding: Holding, everything: Everything, among: set[int] | None
) -> set[int]:
    if isinstance(tree, Not):
        every = everything() if among is None else among
        return every - _holding(tree.part, holding, everything, among)
    if isinstance(tree, And | Or):
        groups = [_holding(part, holding, everything, among) for part in tree.parts]
        return set.intersection(*groups) if isinstance(tree, And) else set.union(*groups)
    return holding(tree, among)


def fulfils(tree: Node, test: Callable[[Filter], bool]) -> bool:
    """Whether one thing passes the filters of a query; what else is demanded does not count."""
    if isinstance(tree, Not):
        return not isinstance(tree.part, Filter) or not test(tree.part)
    if isinstance(tree, And):
        return all(fulfils(part, test) for part in tree.parts)
    if isinstance(tree, Or):
        return any(fulfils(part, test) for part in tree.parts)
    return test(tree) if isinstance(tree, Filter) else True
