"""What so many files of a folder call that it tells nothing of one of them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Set

from repobook.analyse.purposes.named_calls import calls_named_in, with_chosen_calls
from repobook.index.purpose_tables import PurposeTables
from repobook.text.folders import folder_of, folders_around

_MIN_FILES = 5
_SHARE = 0.2


class CommonNames:
    def __init__(self, calling: Iterable[tuple[int, str, str]]) -> None:
        """``calling`` are files, their paths, and sentences with what they call."""
        n_files: Counter[str] = Counter()
        n_by_name: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for _, path, text in calling:
            called = calls_named_in(text)
            for folder in folders_around(path):
                n_files[folder] += 1
                n_by_name[folder].update(called)
        self._of_folder = {
            folder: frozenset(name for name, n in n_by_name[folder].items() if n > _SHARE * n_here)
            for folder, n_here in n_files.items()
            if n_here >= _MIN_FILES
        }
        self._around: dict[str, frozenset[str]] = {}

    def around(self, path: str) -> Set[str]:
        """In any folder that the file lies in."""
        folder = folder_of(path)
        if folder not in self._around:
            found = (self._of_folder.get(one, frozenset()) for one in folders_around(path))
            self._around[folder] = frozenset().union(*found)
        return self._around[folder]


def files_with_other_calls(
    before: PurposeTables, tables: PurposeTables, again: Collection[int]
) -> set[int]:
    """Files of whose calls others are shown than by the index before; ``again`` are those that may
    have other calls. Most edits alter none, and what is common is so as before."""
    if _called(before, again) == _called(tables, again):
        return set()
    old, new = CommonNames(before.calling()), list(tables.calling())
    return set(_shown_otherwise(old, CommonNames(new), new))


def _called(tables: PurposeTables, ids: Collection[int]) -> dict[str, set[str]]:
    return {path: calls_named_in(text) for _, path, text in tables.calling(ids)}


def _shown_otherwise(
    old: CommonNames, new: CommonNames, calling: Iterable[tuple[int, str, str]]
) -> Iterator[int]:
    for id, path, text in calling:
        one, other = old.around(path), new.around(path)
        if one != other and with_chosen_calls(text, one) != with_chosen_calls(text, other):
            yield id
