"""Natural questions that the graph answers: who calls it, what tests it, what it depends on.

A question is a fixed frame of words around what is asked about. Whether there is such a thing is
not decided here, and what is no question is searched as it stands.
"""

from typing import Final, Literal, NamedTuple

Asks = Literal[
    "definition", "callers", "uses", "tests", "needs", "needed by", "subclasses", "impact"
]

# The star is what is asked about; a bar stands between words that may take the same place. Frames
# that say more come first: "where is * used" before "where is *".
FRAMES: Final[tuple[tuple[Asks, str], ...]] = (
    ("impact", "what|which|who breaks|fails|notices if|when i|we|you change|edit|remove|rename *"),
    ("impact", "what|which|who breaks|fails|notices if|when * changes|breaks|fails"),
    (
        "impact",
        "what will|would|could|might|may break if|when i|we|you change|edit|remove|rename *",
    ),
    ("impact", "what will|would|could|might|may break if|when * changes"),
    ("impact", "what is|are affected|impacted by|if *"),
    ("impact", "what depends on changing *"),
    ("impact", "impact|effect|effects of changing|editing|removing|renaming *"),
    ("impact", "impact of *"),
    ("tests", "how|where is|are * tested|covered"),
    ("tests", "what|which tests cover|test|exercise|use|run|check|verify *"),
    ("tests", "what|which test covers|tests|exercises|uses|runs|checks|verifies *"),
    ("tests", "what|which tests are|exist for|of *"),
    ("tests", "what|which|who tests|test|covers|cover|exercises|exercise *"),
    ("tests", "tests|test of|for|covering *"),
    ("callers", "who|what|which calls|call|invokes|invoke *"),
    ("callers", "where is|are * called|invoked"),
    ("callers", "callers of *"),
    ("uses", "who|what|which uses|use|references|reference|mentions *"),
    ("uses", "where|how is|are * used|referenced|imported|included"),
    ("uses", "what breaks|fails if|when i|we|you change|remove|rename|delete *"),
    ("uses", "users|uses|usages|usage|references of|to *"),
    ("subclasses", "who|what|which inherits|derives|inherit|derive from *"),
    ("subclasses", "who|what|which extends|extend|subclasses|implements|overrides *"),
    ("subclasses", "what|which classes inherit|derive from *"),
    ("subclasses", "what|which classes extend|implement|subclass *"),
    ("subclasses", "subclasses|implementations|overrides of *"),
    ("needed by", "who|what|which imports|includes|import|include|needs|need *"),
    ("needed by", "who|what|which depends|depend|relies on *"),
    ("needed by", "what|which files import|include|need|use *"),
    ("needed by", "what|which files depend on *"),
    ("needed by", "dependents|importers of *"),
    ("needs", "what does|do * import|include|need|use|call"),
    ("needs", "what does|do * depend|rely on"),
    ("needs", "dependencies|imports|includes of *"),
    (
        "definition",
        "where is|are * implemented|defined|declared|located|written|created|built|handled"
        "|registered",
    ),
    ("definition", "where's * implemented|defined|declared|located"),
    ("definition", "where can|do i|we|you find *"),
    ("definition", "where does * live"),
    ("definition", "definition|declaration|implementation of *"),
    ("definition", "where is|are *"),
    ("definition", "what is|are *"),
    ("definition", "how does|do * work"),
    ("definition", "where's *"),
)
_QUESTION_WORDS: Final = frozenset(["who", "what", "which", "where", "where's", "how"])
ARTICLES: Final = frozenset(["the", "a", "an", "our", "this"])
# What a thing is may be said before or after its name: "the function f", "the f function".
NOUNS: Final = frozenset(
    [
        *("class", "classes", "constant", "file", "files", "folder", "function", "functions"),
        *("header", "macro", "method", "methods", "module", "package", "struct", "symbol"),
        *("type", "variable"),
    ]
)
PLURALS: Final = {
    "classes": "class",
    "files": "file",
    "functions": "function",
    "methods": "method",
}
# "implemented for CUDA": what stands behind is no part of what is asked about.
_PLACED: Final = (["implemented"], ["defined"], ["registered"])
_PLACING: Final = frozenset(["for", "on", "in"])
_QUOTES: Final = "`'\"“”‘’"
_MAX_WORDS: Final = 24


class Question(NamedTuple):
    asks: Asks
    subject: str
    """What is asked about, without articles, quotes and what kind of thing it is."""
    text: str
    """What to search for besides: "tests for x" may be meant literally, "who calls x" is not."""
    place: str = ""
    """Where or for what it is implemented: "where is f implemented for CUDA"."""


def read_question(text: str) -> Question | None:
    words = text.strip().rstrip("?!. ").split()
    if not 2 <= len(words) <= _MAX_WORDS:
        return None
    small = [word.lower() for word in words]
    if small[-2] in _PLACING and small[-3:-2] in _PLACED:
        question = read_question(" ".join(words[:-2]))
        return question._replace(place=words[-1]) if question else None
    for asks, head, tail in _SPLIT_FRAMES:
        end = len(words) - len(tail)
        if len(head) < end and _fits(small[: len(head)], head) and _fits(small[end:], tail):
            subject = _subject(words[len(head) : end])
            searched = subject if small[0] in _QUESTION_WORDS else text
            return Question(asks, subject, searched) if subject else None
    return None


def _fits(words: list[str], frame: tuple[frozenset[str], ...]) -> bool:
    return all(word in allowed for word, allowed in zip(words, frame, strict=True))


def _subject(words: list[str]) -> str:
    while len(words) > 1 and words[0].lower() in ARTICLES:
        words = words[1:]
    if len(words) > 1 and words[0].lower() in NOUNS:
        words = words[1:]
    if len(words) > 1 and words[-1].lower() in NOUNS:
        words = [*words[:-1], *_described(words[-2], words[-1].lower())]
    return " ".join(words).strip(_QUOTES).removesuffix("()")


def _described(word: str, noun: str) -> list[str]:
    """The noun itself where it is part of what is asked about: "slots classes" are classes of a
    kind and none is called ``slots``, as one is in "``Linear`` classes"."""
    singular = PLURALS.get(noun)
    return [singular] if singular and word.isalpha() and word.islower() else []


def _alternatives(words: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(word.split("|")) for word in words.split())


_SPLIT_FRAMES: Final = tuple(
    (asks, _alternatives(frame.partition("*")[0]), _alternatives(frame.partition("*")[2]))
    for asks, frame in FRAMES
)
