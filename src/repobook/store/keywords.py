"""Keywords of files as pages need them, and where else their names are defined."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

import apsw
import msgspec

from repobook.model.dossier import Keyword

# Its text, kind, score and line.
RankedKeyword = tuple[str, str, int, int]
_RANKED: Final = msgspec.json.Decoder(list[RankedKeyword])
# Kinds of keywords that the file does not define.
DEFINED_ELSEWHERE: Final = frozenset(["path", "term", "used name"])
_N_ELSEWHERE: Final = 3
_KEPT_NAMES: Final = 1 << 15


def ranked_keywords(db: apsw.Connection, file: int) -> tuple[int, tuple[Keyword, ...]]:
    """How many there are in truth, and the best of them."""
    for n_all, text in db.execute(
        "SELECT n_all, ranked FROM file_keywords WHERE file = ?", (file,)
    ):
        return n_all, tuple(decode_keywords(text))
    return 0, ()


def decode_keywords(ranked: str) -> list[Keyword]:
    """Best first."""
    return [Keyword(name, kind, line) for name, kind, _, line in decode_ranked(ranked)]


def decode_ranked(ranked: str) -> list[RankedKeyword]:
    return _RANKED.decode(ranked)


class Homonyms:
    """Files that define the same name; names are asked for again and again."""

    def __init__(self, db: apsw.Connection, path_of: Callable[[int], str]) -> None:
        self._db = db
        self._path_of = path_of
        self._files = lru_cache(maxsize=_KEPT_NAMES)(self._read_files)

    def with_places(self, file: int, keywords: Iterable[Keyword]) -> tuple[Keyword, ...]:
        return tuple(
            keyword if keyword.kind in DEFINED_ELSEWHERE else self._with_places(file, keyword)
            for keyword in keywords
        )

    def _with_places(self, file: int, keyword: Keyword) -> Keyword:
        n_all, first = self._files(keyword.text)
        others = [self._path_of(other) for other in first if other != file]
        return keyword._replace(n_elsewhere=n_all - 1, elsewhere=tuple(others[:_N_ELSEWHERE]))

    def _read_files(self, name: str) -> tuple[int, tuple[int, ...]]:
        """How many, and the first by path."""
        rows = self._db.execute("SELECT DISTINCT file FROM symbol WHERE name = ?", (name,))
        files = sorted([file for (file,) in rows], key=self._path_of)
        return len(files), tuple(files[: _N_ELSEWHERE + 1])
