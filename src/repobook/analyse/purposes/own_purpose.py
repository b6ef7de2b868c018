"""What a file is for by its own definitions: the words of its main symbol, or what it defines."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.analyse.purposes.derived_purpose import derived_purpose
from repobook.analyse.purposes.sentence_parts import is_namesake, plain
from repobook.analyse.purposes.test_cases import test_cases
from repobook.analyse.purposes.top_definitions import top_definitions
from repobook.analyse.purposes.words_above_cases import with_words_above
from repobook.analyse.purposes.words_inside import with_words_inside
from repobook.model.facts import Definition, Summary, TextBlock
from repobook.model.graph import Link, Unit
from repobook.model.kinds import CLASSES
from repobook.model.purpose import NO_PURPOSE, Purpose
from repobook.text.documents.asides import pointed_to
from repobook.text.documents.first_sentence import summary
from repobook.text.documents.markup import without_links, without_roles
from repobook.text.documents.sentence_lines import place_of
from repobook.text.documents.sentences import first_sentence
from repobook.text.documents.tautologies import says_more, tells
from repobook.text.documents.telling_sentence import telling_sentence
from repobook.text.naming.identifier_words import words_of

_CLASS_SHARE: Final = 0.35
_FUNCTION_SHARE: Final = 0.6
# Files of such names hold what is useful here and there.
_MIXED: Final = frozenset(["common", "helpers", "misc", "tools", "util", "utils"])
_MAX_HEAD: Final = 4
_LINES_ABOVE: Final = 14
_MAX_AROUND: Final = 2
_MIN_SPACES: Final = 2
_DESCRIBING: Final = frozenset(["description", "summary"])
_STRING: Final = re.compile(r"[:=] *[\"']?([^\"'|>&*\[{][^\"]{3,300})[\"']?$")
# What is said of the parts does not tell what the whole is for.
_OF_FIELDS: Final = re.compile(
    r"(?:All|Each|None)(?: of)?(?: the| these| its)? (?:field|member)s?\b"
)
_EXAMPLE: Final = re.compile(r">>>|[\w.]{1,60} :?= \S|[\w.]{1,60}\(")
_FUNCTIONS: Final = frozenset(["function", "kernel", "method"])
_MODULES: Final = frozenset(["module", "namespace"])
_ROLES: Final = frozenset(["source", "test"])


def own_purpose(
    unit: Unit,
    links: Sequence[Link],
    texts: Sequence[TextBlock],
    own_words: Summary,
    opening: Summary,
    inner: Sequence[Summary] = (),
) -> Purpose:
    """What speaks where its own words do not: they may be those of many files."""
    is_telling = bool(own_words.text) and tells(own_words.text, unit.path)
    if is_telling and unit.role not in _ROLES:
        return NO_PURPOSE
    if purpose := next(_described_by_key(unit), None):
        return purpose
    for definition in _pointed_to(unit, own_words.text):
        if purpose := _words_of(definition, unit.path, texts):
            return purpose
    # A test is for what its cases try; what helps tests is for what its symbol says.
    if unit.role != "test" or not test_cases(unit):
        for definition in _main_definitions(unit):
            if purpose := _words_of(definition, unit.path, texts):
                return purpose
    is_stated = own_words.text and says_more(own_words.text, unit.path, by_words=1)
    opening = Summary() if is_stated or is_telling else opening
    return _derived(unit, links, texts, opening, () if is_telling else inner)


def _pointed_to(unit: Unit, words: str) -> Iterator[Definition]:
    """What the words of the file leave it to."""
    name = pointed_to(words)
    yield from (one for one in unit.definitions if name and one.name == name)


def _derived(
    unit: Unit,
    links: Sequence[Link],
    texts: Sequence[TextBlock],
    opening: Summary,
    inner: Sequence[Summary],
) -> Purpose:
    found = derived_purpose(unit, links, opening)
    if (condition := _built_where(unit, texts)) and found.text:
        found = found._replace(text=f"{found.text}; built for `{plain(condition)}`")
    return with_words_inside(with_words_above(found, unit, texts), unit, inner)


def _built_where(unit: Unit, texts: Sequence[TextBlock]) -> str:
    """The condition on which Go takes the file."""
    lines = (line for block in texts[:_MAX_HEAD] for line in block.text.split("\n")[:_MAX_HEAD])
    found = (line.removeprefix("go:build ") for line in lines if line.startswith("go:build "))
    condition = next(found, "") if unit.language == "Go" else ""
    return "" if condition == "ignore" else condition


def _described_by_key(unit: Unit) -> Iterator[Purpose]:
    """Of a data file: the value of its own ``description``."""
    for one in unit.definitions:
        if one.kind != "key" or one.name not in _DESCRIBING or one.qualname.count(".") > 1:
            continue
        value = _STRING.search(one.signature)
        if value and value[1].count(" ") >= _MIN_SPACES and "\\" not in value[1]:
            sentence = first_sentence(value[1])
            yield Purpose(sentence, "own words", "", unit.path, one.line, one.end_line)


def _main_definitions(unit: Unit) -> Iterator[Definition]:
    """What the file is named for, what fills it, the largest first."""
    tops = top_definitions(unit)
    stem = words_of(unit.path.rpartition("/")[2].partition(".")[0])
    kinds = (*CLASSES, *_FUNCTIONS)
    named = [one for one in tops if one.kind in kinds and not one.name.startswith("~")]
    modules = [one for one in unit.definitions if one.kind in _MODULES]
    yield from (one for one in (*named, *modules) if is_namesake(one, stem))
    yield from _only_named_so(named, stem)
    yield from _filling(named, tops, is_mixed=not _MIXED.isdisjoint(stem))
    # A helper of the file's own speaks for nothing but itself.
    if len(named) == 1 and named[0].exported:
        yield named[0]


def _only_named_so(named: Sequence[Definition], stem: tuple[str, ...]) -> Iterator[Definition]:
    """``MultipartStream`` of ``multipart.py``, where no other class has the word."""
    classes = [one for one in named if one.kind in CLASSES]
    found = [one for one in classes if words_of(one.name)[: len(stem)] == stem]
    if len(found) == 1 and found[0].exported:
        yield found[0]


def _filling(
    named: Sequence[Definition], tops: Sequence[Definition], is_mixed: bool
) -> Iterator[Definition]:
    """A class, or a function that is most of the file; methods outside of a class are its own."""
    n_lines_by_class: Counter[str] = Counter()
    for one in tops:
        n_lines_by_class[one.qualname.rpartition(".")[0]] += _size(one)
    n_lines_by_class[""] = 0
    size_of = {one: _size(one) + n_lines_by_class[one.qualname] for one in named}
    n_lines = sum(map(_size, named))
    for one in sorted(named, key=lambda one: (-size_of[one], one.line)):
        is_whole = one.kind in CLASSES and one.kind != "enum" and not is_mixed
        share = _CLASS_SHARE if is_whole else _FUNCTION_SHARE
        if one.exported and size_of[one] >= share * n_lines:
            yield one


def _size(definition: Definition) -> int:
    return definition.end_line - definition.line + 1


def _words_of(definition: Definition, path: str, texts: Sequence[TextBlock]) -> Purpose | None:
    sentence = telling_sentence(definition.doc, f"{path} {definition.name}")
    if sentence.count(" ") < _MIN_SPACES or not summary(definition.doc).text:
        return None
    if _OF_FIELDS.match(sentence) or _EXAMPLE.match(sentence):
        return None
    lines = _lines_of(sentence, definition, texts)
    words = without_links(without_roles(sentence))
    return Purpose(words, "symbol", definition.qualname, path, *lines) if lines else None


def _lines_of(
    sentence: str, definition: Definition, texts: Sequence[TextBlock]
) -> tuple[int, int] | None:
    """In the comment or docstring that stands in the definition or right above it."""
    first = definition.line - _LINES_ABOVE - definition.doc.count("\n")
    near = [block for block in texts if first <= block.line <= definition.end_line]
    found = [(place_of(sentence, block.text.split("\n")), block) for block in near]
    place, block = min(((p, b) for p, b in found if p), default=(None, None))
    if place is None or block is None:
        return None
    # Brackets around a docstring have lines of their own above or below its words.
    n_around = min(block.end_line - block.line - block.text.count("\n"), _MAX_AROUND)
    end_line = block.line + place.last + max(n_around, 0)
    return block.line + place.first, min(end_line, block.end_line)
