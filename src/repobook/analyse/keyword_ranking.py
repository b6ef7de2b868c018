"""What distinguishes a file: its names and terms, ranked by the words that they stand for.

The score of a word is its prominence here (path, definitions, imports, comments, uses) times its
weight in the repository (``vocabulary``). The score of a keyword is the sum of its words, where a
word that an earlier keyword holds counts half: so the first twenty cover many subjects.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heapreplace, nlargest, nsmallest
from itertools import chain, pairwise
from typing import Final, NamedTuple

from repobook.model.facts import COLUMN_BITS, Definition, TextBlock
from repobook.model.graph import Link, Unit
from repobook.model.kinds import CLASSES, VARIABLE_OF_ENVIRONMENT
from repobook.text.naming.identifier_words import natural_words, natural_words_in
from repobook.text.stop_words import FILLER_WORDS, LANGUAGE_WORDS

MAX_KEYWORDS: Final = 40
_BEST: Final = 20
"""So many are ranked by what distinguishes the file; then come the names that it offers."""
# Kinds of keywords that are not defined in the file.
PATH: Final = "path"
USED: Final = "used name"
TERM: Final = "term"

_MAX_COMPARED: Final = 100
_MAX_WORDS: Final = 5
_MAX_LENGTH: Final = 80
_MIN_PHRASE_USES: Final = 2
_COVERED: Final = 0.5
_SCORE_UNIT: Final = 100
_EXPORTED: Final = 1.2
_DEFINED: Final = 1.1
_FOLDER: Final = 0.8
# What the file is named after.
_NAMESAKE: Final = 3
_ELSEWHERE: Final = (PATH, USED, TERM)
_OFFERED: Final = frozenset((*CLASSES, "function", "kernel", "macro", "type"))
_AROUND: Final = frozenset(["module", "namespace", "package"])
_TELLS_NOTHING_ALONE: Final = LANGUAGE_WORDS | FILLER_WORDS
# Of the name of a file, its folder, the folder around that, and those farther out.
_PATH_PROMINENCE: Final = (6.0, 4.0, 3.0, 1.5)
_TOKEN: Final = re.compile(r"[^\W\d]\w*|[^\w\s]")

Words = tuple[str, ...]
Scores = dict[str, float]


class Keyword(NamedTuple):
    text: str
    kind: str
    """That of a definition here, or one of the kinds above."""
    score: int
    """In hundredths."""
    line: int
    """Where it is defined, or else stands first; 0 where only the path holds it."""


class FileKeywords(NamedTuple):
    ranked: tuple[Keyword, ...]
    n_all: int
    """How many there would be without a limit."""
    words: frozenset[str]
    """Every word whose weight may matter here."""


class _Field(NamedTuple):
    """How often names or texts of one sort hold each word."""

    n_by_word: dict[str, int]
    worth: float
    half: float
    """So many uses are worth half of what very many are."""


# How often each word stands in places of one sort; and each place by its words, with its line.
_Places = tuple[Mapping[str, int], Iterable[tuple[Sequence[str], int]]]


class _Name(NamedTuple):
    text: str
    kind: str
    line: int
    worth: float = 1.0


def file_keywords(
    unit: Unit, links: Sequence[Link], texts: Sequence[TextBlock], weights: Mapping[str, float]
) -> FileKeywords:
    """``links`` are parallel to the unit's references."""
    text = "\n".join([block.text for block in texts])
    fields = _fields(unit, text)
    scores = _scores(unit.path, fields, weights)
    stem = _stem(unit.path)
    named = (_namesake_first(name, stem) for name in _names(unit, links))
    names = _by_words(chain(named, _phrases(text, unit.role, scores)), scores)
    terms = scores.keys() - _TELLS_NOTHING_ALONE - {words[0] for words in names if len(words) == 1}
    best = nlargest(MAX_KEYWORDS, [(scores[word], word) for word in terms])
    candidates = names | {(word,): _Name(word, TERM, 0) for _, word in best}
    ranked = _ranked(candidates, scores)
    lines = _first_lines(
        [words for _, words in ranked if candidates[words].kind == TERM],
        _places(unit, texts, fields),
    )
    keywords = [_keyword(candidates[words], score, lines.get(words, 0)) for score, words in ranked]
    own = _own_names(unit, scores)
    texts_of_names = {name.text for name in names.values()}
    listed = {keyword.text for keyword in keywords}
    return FileKeywords(
        _joined(keywords, [keyword for name, keyword in own.items() if name not in listed]),
        len(names) + len(terms) + len(own.keys() - texts_of_names),
        frozenset(natural_words(unit.path)).union(*[field.n_by_word for field in fields]),
    )


def _own_names(unit: Unit, scores: Scores) -> dict[str, Keyword]:
    """Public functions and types of the file, also those that tell no more words than others do:
    ``hashtable_get`` says ``hashtable``, and is what readers look for."""
    by_name: dict[str, Keyword] = {}
    for d in unit.definitions:
        is_top = d.parent < 0 or unit.definitions[d.parent].kind in _AROUND
        if d.exported and is_top and d.kind in _OFFERED and scores.keys() & natural_words(d.name):
            by_name.setdefault(d.name, Keyword(d.name, d.kind, 0, d.line))
    return by_name


def _joined(ranked: list[Keyword], own: list[Keyword]) -> tuple[Keyword, ...]:
    """Behind the best, names of the file itself push out other words."""
    best, rest = ranked[:_BEST], ranked[_BEST:]
    other = [keyword for keyword in rest if keyword.kind in _ELSEWHERE]
    n_free = MAX_KEYWORDS - len(ranked)
    n_pushed = min(max(0, len(own) - n_free), len(other))
    pushed = set(other[len(other) - n_pushed :])
    kept = [keyword for keyword in rest if keyword not in pushed]
    return (*best, *kept, *own[: n_free + n_pushed])


def _defined(unit: Unit) -> Iterator[Definition]:
    """What it only reads is defined elsewhere."""
    return (d for d in unit.definitions if d.kind != VARIABLE_OF_ENVIRONMENT)


def _fields(unit: Unit, text: str) -> tuple[_Field, ...]:
    return (
        _Field(_counted({d.name for d in _defined(unit)}), 0.9, 2),
        _Field(_counted([f"{i.module} {i.name}" for i in unit.imports]), 1.0, 3),
        _Field(_counted([text]), 0.6, 3),
        _Field(_counted({r.name for r in unit.references}), 0.5, 3),
    )


def _counted(names: Iterable[str]) -> Counter[str]:
    return Counter(natural_words_in(" ".join(names)))


def _scores(path: str, fields: Iterable[_Field], weights: Mapping[str, float]) -> Scores:
    """Prominence times weight, of every word that the repository names things with."""
    vocabulary = weights.keys()
    total: Scores = {}
    for n_from_last, part in enumerate(reversed(path.split("/"))):
        worth = _PATH_PROMINENCE[min(n_from_last, len(_PATH_PROMINENCE) - 1)]
        for word in vocabulary & natural_words(part if n_from_last else _stem(part)):
            total[word] = max(total.get(word, 0.0), worth)
    for n_by_word, worth, half in fields:
        full = worth * (1 + half)
        for word, n in n_by_word.items():
            if word in vocabulary:
                total[word] = total.get(word, 0.0) + full * n / (n + half)
    return {word: score * weights[word] for word, score in total.items()}


def _names(unit: Unit, links: Sequence[Link]) -> Iterator[_Name]:
    """Definitions first, and of these the exported ones; names that lead elsewhere last.

    A name that leads nowhere here may be what a file turns on: the type of a library.
    """
    yielded: set[str] = set()
    for exported, worth in ((True, _EXPORTED), (False, _DEFINED)):
        for d in _defined(unit):
            if d.exported == exported and d.name not in yielded:
                yielded.add(d.name)
                yield _Name(d.name, d.kind, d.line, worth)
    yield _Name(_stem(unit.path), PATH, 0, _EXPORTED)
    for folder in reversed(unit.path.split("/")[:-1]):
        yield _Name(folder, PATH, 0, _FOLDER)
    used: dict[str, int] = {}
    unresolved: dict[str, int] = {}
    for reference, link in zip(unit.references, links, strict=True):
        positions = used if link.targets else unresolved
        first, name = reference.positions[0], reference.name
        positions[name] = min(first, positions.get(name, first))
    for name, position in (unresolved | used).items():
        yield _Name(name, USED, position >> COLUMN_BITS)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _namesake_first(name: _Name, stem: str) -> _Name:
    is_namesake = natural_words(name.text) == natural_words(stem)
    return name._replace(worth=name.worth * _NAMESAKE) if is_namesake else name


def _phrases(text: str, role: str, scores: Scores) -> Iterator[_Name]:
    """Pairs of words that a document repeats."""
    pairs = Counter(pairwise(_TOKEN.findall(text) if role == "docs" else ()))
    for (one, other), n in pairs.items():
        if n >= _MIN_PHRASE_USES and one.lower() in scores and other.lower() in scores:
            yield _Name(f"{one} {other}".lower(), TERM, 0)


def _by_words(names: Iterable[_Name], scores: Scores) -> dict[Words, _Name]:
    """By their scored words, the first name of each; names that are sentences are left out."""
    name_by_words: dict[Words, _Name] = {}
    for name in names:
        if name.text.startswith("__"):
            continue  # the language's own
        words = tuple([word for word in natural_words(name.text) if word in scores])
        is_name = len(words) <= _MAX_WORDS and len(name.text) <= _MAX_LENGTH
        plain = LANGUAGE_WORDS if name.kind not in _ELSEWHERE else _TELLS_NOTHING_ALONE
        if is_name and words not in name_by_words and not plain.issuperset(words):
            name_by_words[words] = name
    return name_by_words


def _ranked(candidates: Mapping[Words, _Name], scores: Scores) -> list[tuple[float, Words]]:
    """The best first; what a word is worth is looked up again when its turn comes."""
    worth = scores.__getitem__
    values = [(-name.worth * sum(map(worth, words)), words) for words, name in candidates.items()]
    queue = nsmallest(_MAX_COMPARED, values)
    heapify(queue)
    left = dict(scores)
    worth = left.__getitem__
    ranked: list[tuple[float, Words]] = []
    while queue and len(ranked) < MAX_KEYWORDS:
        before, words = queue[0]
        now = -candidates[words].worth * sum(map(worth, words))
        if now > before:
            heapreplace(queue, (now, words))
            continue
        heappop(queue)
        ranked.append((-now, words))
        for word in words:
            left[word] *= _COVERED
    return ranked


def _keyword(name: _Name, score: float, line: int) -> Keyword:
    return Keyword(name.text, name.kind, round(score * _SCORE_UNIT), name.line or line)


def _first_lines(terms: Iterable[Words], places: Iterable[_Places]) -> dict[Words, int]:
    """The first name or line of a comment that holds a term, or at least its first word."""
    line_by_term: dict[Words, int] = {}
    wanted: dict[str, list[Words]] = {}
    for term in terms:
        wanted.setdefault(term[0], []).append(term)
    for n_by_word, words_by_place in places:
        left = wanted.keys() & n_by_word.keys()
        for words, line in words_by_place if left else ():
            for word in () if left.isdisjoint(words) else left.intersection(words):
                whole = [term for term in wanted[word] if set(term).issubset(words)]
                line_by_term = {
                    **dict.fromkeys(wanted[word], line),
                    **line_by_term,
                    **dict.fromkeys(whole, line),
                }
                wanted[word] = [term for term in wanted[word] if term not in whole]
                if not wanted[word]:
                    del wanted[word]
                    left.remove(word)
            if not left:
                break
    return line_by_term


def _places(
    unit: Unit, texts: Sequence[TextBlock], fields: tuple[_Field, ...]
) -> Iterator[_Places]:
    defined, imported, commented, used = [field.n_by_word for field in fields]
    yield defined, ((natural_words(d.name), d.line) for d in _defined(unit))
    yield used, ((natural_words(r.name), r.positions[0] >> COLUMN_BITS) for r in unit.references)
    lines = (
        (line, min(b.line + n, b.end_line))
        for b in texts
        for n, line in enumerate(b.text.split("\n"))
    )
    yield commented, ((natural_words_in(line), number) for line, number in lines)
    # Last, for a name may be imported some lines below the module that it is taken from.
    yield imported, ((natural_words(f"{i.name} {i.module}"), i.line) for i in unit.imports)
