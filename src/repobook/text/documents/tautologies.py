"""Whether a sentence about a file says more than the file's name does."""

import re
from typing import Final

from repobook.text.documents.asides import is_wish, pointed_to
from repobook.text.naming.identifier_words import words_of

_MIN_WORDS: Final = 2
_MIN_PART: Final = 3
_NAME: Final = re.compile(r"[*_`]{0,3}([\w./+-]{1,200}\.[A-Za-z]\w{0,7})\b")
# ``shop: tax.py``
_TITLE: Final = re.compile(r"[\w -]{1,60}[:/] *[\w./+-]{1,200}\.[A-Za-z]\w{0,7}\Z")
_WORD: Final = re.compile(r"[^\W\d_][\w'-]*")
# Words that fit any file.
_FILLERS_TEXT: Final = """
a about all an and app application are as basic be bench benchmark by check class classes code
common contain data declaration define definition each ensure entry example file following for
from function functionality general group handling header helper here how implement
implementation in into is it its java kotlin lib library main make method misc miscellaneous
module more object of on one or other our package page php point program provide python related
return routine ruby rust script section several simple small some source stuff support sure test
testing that the their them these this to tool type unit use used useful user util utility
various we with work
"""
_FILLERS: Final = frozenset(_FILLERS_TEXT.split())


def tells(sentence: str, path: str = "", by_words: int = _MIN_WORDS) -> bool:
    """What a file is for: more than its name, no wish, and nothing that only points elsewhere."""
    is_aside = pointed_to(sentence) is not None or is_wish(sentence)
    return not is_aside and says_more(sentence, path, by_words)


def says_more(sentence: str, path: str = "", by_words: int = _MIN_WORDS) -> bool:
    """Than ``path``, or than the name of a file that it begins with or consists of."""
    if _TITLE.match(sentence):
        return False
    named = _NAME.match(sentence)
    known = {*words_of(path), *(words_of(named[1]) if named else ())} | _FILLERS
    rest = sentence[named.end() :] if named else sentence
    words = {part for word in _WORD.findall(rest) for part in words_of(word)}
    stem = path.rpartition("/")[2].partition(".")[0].lower()
    telling = [word for word in words - known if len(word) > 1 and not _is_part(word, stem)]
    return len(telling) >= by_words


def _is_part(word: str, stem: str) -> bool:
    """A name may be written in one piece (``rsakey.py``)."""
    return len(word) >= _MIN_PART and word in stem
