"""Parts of derived sentences: names between backticks, words of authors in quotation marks."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.model.purpose import DERIVED, Purpose
from repobook.text.documents.first_sentence import summary
from repobook.text.documents.markup import without_links, without_roles
from repobook.text.documents.telling_sentence import telling_sentence
from repobook.text.naming.identifier_words import words_of

MAX_NAMES: Final = 4
_MAX_NAME: Final = 80
_MAX_QUOTED: Final = 2
_MAX_LOOKED_AT: Final = 8
_MIN_WORDS: Final = 2
_MAX_WORDS: Final = 110
_MIN_CLAUSE: Final = 40
_MARKS: Final = str.maketrans("", "", "`“”")
"""What stands around names and words in a sentence of ours."""
# Of what is left to do, or of a compiler: not of what the function is for.
_NOTE: Final = re.compile(
    r"#?(?:end)?region\b|https?:|\W?\w+\W? attribute\b|"
    r"TODO|FIXME|XXX|HACK|NOTE|[Dd]eprecated|[Ii]nternal|@|-|[ -]*[Ss]ee\b"
    r"|.{0,60}\b(?:GCC|gcc|MSVC|[Cc]lang)\b.{0,30}\bwarn"
    r"|(?:VS ?\d+|MSVC|GCC|gcc|[Cc]lang|Visual Studio|[Ww]ork ?around|Avoid|Suppress|Silence)\b"
)
_LEFT: Final = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
# Files that speak for their package, and may only pass on what others define.
PACKAGES: Final = frozenset(["__init__", "index", "mod", "lib"])


def stem_words(path: str) -> tuple[str, ...]:
    """Of what speaks for its folder: those of the folder."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    return words_of(folder.rpartition("/")[2] if folder and stem in PACKAGES else stem)


def is_namesake(definition: Definition, stem: tuple[str, ...]) -> bool:
    """Of a file whose name may be written in one piece."""
    return "".join(words_of(definition.name)) == "".join(stem)


def size(definition: Definition) -> int:
    return definition.end_line - definition.line + 1


def total(group: Iterable[Definition]) -> int:
    return sum(map(size, group))


def purpose(unit: Unit, text: str, main: Definition) -> Purpose:
    return Purpose(text, DERIVED, "", unit.path, main.line, main.end_line)


def quoting(group: Sequence[Definition]) -> str:
    """The first of them with their own words, where these are short and tell more than the name."""
    words_by_name: dict[str, str] = {}
    for one in group[:_MAX_LOOKED_AT]:
        words = own_words(one)
        if words and words not in words_by_name.values() and len(words_by_name) < _MAX_QUOTED:
            words_by_name.setdefault(shown(one), words)
    quoted = [one for one in group if shown(one) in words_by_name]
    text = listed([*quoted, *(one for one in group if one not in quoted)])
    for name, words in words_by_name.items():
        text = text.replace(f"`{name}`", f"`{name}` (“{words}”)", 1)
    return text


def own_words(definition: Definition) -> str:
    """A short sentence of its documentation that tells more than its name."""
    if not definition.doc or not summary(definition.doc).text:
        return ""
    sentence = telling_sentence(definition.doc, definition.name)
    words = without_links(without_roles(sentence)).translate(_MARKS).rstrip(".")
    if words.count(" ") < _MIN_WORDS or _NOTE.match(words) or _LEFT.search(words):
        return ""
    return _cut(_without_name(words, definition.name))


def _cut(words: str) -> str:
    """What is long at the end of a clause, else at a word."""
    if len(words) <= _MAX_WORDS:
        return words
    head = words[:_MAX_WORDS]
    clause = max(head.rfind(mark) for mark in (", ", "; ", " (", ": ", " - "))
    return head[:clause] if clause >= _MIN_CLAUSE else f"{head.rpartition(' ')[0]} …"


def _without_name(words: str, name: str) -> str:
    """``Box holds …``, as Go has it; ``Create a box`` has the same word as its verb."""
    rest = words.removeprefix(f"{name} ")
    return rest if rest.partition(" ")[0].endswith("s") else words


def listed(definitions: Iterable[Definition]) -> str:
    return names([*dict.fromkeys(map(shown, definitions))])


def shown(definition: Definition) -> str:
    """A block that a macro opens is named by the arguments of the macro."""
    is_block = definition.kind == "block" and definition.name in definition.signature
    return plain(definition.signature if is_block else definition.name)


def names(all_names: Sequence[str], most: int = MAX_NAMES) -> str:
    """Not counted: pages of all who depend on the file show this, and would change with each."""
    first = ", ".join(f"`{plain(name)}`" for name in all_names[:most])
    return f"{first} and others" if len(all_names) > most else first


def plain(name: str, most: int = _MAX_NAME) -> str:
    text = " ".join(name.replace("`", "'").split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def joined(phrases: Iterable[str]) -> str:
    """``Defines class `A`; functions …``: a verb is said once."""
    first, *others = phrases
    verb = first.partition(" ")[0]
    rest = [phrase.removeprefix(f"{verb} ") for phrase in others]
    return "; ".join([first, *(one[:1].lower() + one[1:] for one in rest)])
