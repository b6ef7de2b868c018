"""Which words lead the search of the site to a file, and how well.

Its keywords do; where a repository is small there is room besides for the words of its names and
of their documentation, and for what the subjects of its commits say.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

import apsw
import msgspec

from repobook.index.reader.file.file_keywords import decode_ranked, stored_keywords
from repobook.text.naming.identifier_words import words_of
from repobook.text.stop_words import STOP_WORDS

# A weight counts from what a keyword has at least: ``KEYWORD`` of ``assets/query.js``.
_KEYWORD: Final = 8
_LEAST: Final = 2
_FULL: Final = 6
_HALF: Final = 2
_DOCUMENTATION: Final = 0.5
_FULL_PAST: Final = 10
_HALF_PAST: Final = 1.2
_COUNTS: Final = msgspec.json.Decoder(list[tuple[str, int]])


class SiteWords:
    def __init__(self, db: apsw.Connection, *, has_room: bool) -> None:
        self._db = db
        self._has_room = has_room

    def weights(self, file: int) -> dict[str, int]:
        return self.weights_with(file, stored_keywords(self._db.execute, file)[1])

    def weights_with(self, file: int, ranked: str) -> dict[str, int]:
        """``ranked`` are its keywords as they are stored."""
        weights = _keyword_weights(ranked)
        if self._has_room:
            for word, n in self._named(file).items():
                weights.setdefault(word, round(_LEAST + _FULL * n / (n + _HALF)) - _KEYWORD)
            for word, n in self._past(file).items():
                past = round(_FULL_PAST * n / (n + _HALF_PAST))
                weights[word] = weights.get(word, -_KEYWORD) + past
        return weights

    def _named(self, file: int) -> Mapping[str, float]:
        """Each name counts once, however often it is defined."""
        documented = dict.fromkeys(self._db.execute(_NAMED, (file, file)))
        n_by_word: Counter[str] = Counter()
        for name in dict.fromkeys(name for name, _ in documented):
            n_by_word.update(dict.fromkeys(words_of(name), 1))
        counts: dict[str, float] = {word: float(n) for word, n in n_by_word.items()}
        for _, doc in documented:
            for word in words_of(doc):
                counts[word] = counts.get(word, 0.0) + _DOCUMENTATION
        return {w: n for w, n in counts.items() if len(w) > 1 and w not in STOP_WORDS}

    def _past(self, file: int) -> dict[str, int]:
        query = "SELECT words FROM file_history WHERE file = ?"
        return {
            w: n for (words,) in self._db.execute(query, (file,)) for w, n in _COUNTS.decode(words)
        }


def _keyword_weights(ranked: str) -> dict[str, int]:
    """The words of a file's keywords; a weight is the number of binary digits of a score."""
    weights: dict[str, int] = {}
    for keyword, _, score, _ in decode_ranked(ranked):
        weight = (score // 100).bit_length()
        for word in words_of(keyword):
            if weight >= weights.get(word, 0):
                weights[word] = weight
    return weights


_NAMED: Final = """
    SELECT name, doc FROM symbol WHERE file = ? UNION ALL SELECT '', doc FROM file WHERE id = ?
"""
