"""What documents say of small folders: the README that lies in one, the entry of a list elsewhere.

Of a large folder the words would stand on too many pages, and tell little of each of its files.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import join, normpath
from typing import Final

from repobook.model.facts import Description
from repobook.model.purpose import Purpose
from repobook.text.documents.tautologies import says_more
from repobook.text.folders import folder_of, folders_around

_README: Final = re.compile(r"(?i)readme(?:\.(?:md|markdown|mdx|rst|txt))?\Z")
_ENTRY: Final = re.compile(
    r"(?:__init__|__main__|index|main|mod|lib|app|App|Main|Program|server)\.\w{1,4}"
)
# Where to find it, and what else to know.
_ASIDE: Final = re.compile(r"\W*(?:Link|Note|Warning|To (?:run|start|build))\b|.{0,60}://")
_MAX_FILES: Final = 10
# “Parson is a lightweight json library”: what the name at its beginning is.
_NAMED: Final = re.compile(
    r"(?:The )?(\w[\w.+-]{1,40})(?: (?:library|module|package|program|project|tool))?"
    r" (?:is|are|provides|implements|offers) "
)
_OF_CODE: Final = ("", "include", "lib", "source", "src")
_MAX_NAMED: Final = 2
"""As a header and its source."""


def is_readme(path: str) -> bool:
    return _README.match(path.rpartition("/")[2]) is not None


class FolderWords:
    def __init__(
        self,
        paths: Sequence[str],
        readmes: Iterable[Purpose],
        listed: Iterable[tuple[str, Sequence[Description]]],
    ) -> None:
        """``listed`` are documents by their paths, with what they describe."""
        self._n_below = Counter(folder for path in paths for folder in folders_around(path))
        del self._n_below[""]
        self._listed: dict[str, Purpose] = {}
        for document, descriptions in listed:
            for folder, words in _of_folders(document, descriptions, self._n_below):
                self._listed.setdefault(folder, words)
        self._readme_by_folder = {folder_of(one.path): one for one in readmes}
        self._of_entries = dict(_of_named_files(paths, self._readme_by_folder)) | {
            path: self._listed[folder] for folder, path in _entries(paths) if folder in self._listed
        }

    def of_entry(self, path: str) -> Purpose | None:
        """What a list says of a folder, for the file that it is entered by; what a README says of
        its subject, for the files that are named so."""
        return self._of_entries.get(path)

    def around(self, path: str) -> Purpose | None:
        """Of the nearest folder that is described and small."""
        for folder in folders_around(path):
            if not 0 < self._n_below[folder] <= _MAX_FILES:
                return None
            if words := self._words(folder):
                is_telling = says_more(words.text) and words.text[:1].isupper()
                return words if is_telling and not _ASIDE.match(words.text) else None
        return None

    def described_otherwise(self, before: "FolderWords") -> set[str]:
        """Folders whose files may show other words than before."""
        folders = self._n_below.keys() | before._n_below.keys()
        return {folder for folder in folders if self._small(folder) != before._small(folder)}

    def entries_described_otherwise(self, before: "FolderWords") -> set[str]:
        """Files by which a folder is entered, or was, of which a list says something else."""
        others = self._of_entries.items() ^ before._of_entries.items()
        return {path for path, _ in others}

    def _small(self, folder: str) -> tuple[Purpose | None, ...]:
        """What is said of it, where it is small enough to be explained by that."""
        is_small = 0 < self._n_below[folder] <= _MAX_FILES
        return (self._words(folder),) if is_small else ()

    def _words(self, folder: str) -> Purpose | None:
        return self._readme_by_folder.get(folder) or self._listed.get(folder)


def _of_named_files(
    paths: Sequence[str], readmes: Mapping[str, Purpose]
) -> Iterator[tuple[str, Purpose]]:
    paths_by_place: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for path in paths:
        folder, _, name = path.rpartition("/")
        paths_by_place[folder, _letters(name.partition(".")[0])].append(path)
    for folder, words in readmes.items():
        if named := _NAMED.match(words.text):
            subject = _letters(named[1].partition(".")[0])
            places = [normpath(join(folder, inner)).removeprefix(".") for inner in _OF_CODE]
            inside = [path for place in places for path in paths_by_place.get((place, subject), ())]
            if len(inside) <= _MAX_NAMED:
                yield from ((path, words._replace(source="document")) for path in inside)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()


def _entries(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """By folder: the only file, or the one with such a name."""
    paths_by_folder: dict[str, list[str]] = {}
    for path in paths:
        paths_by_folder.setdefault(folder_of(path), []).append(path)
    for folder, inside in paths_by_folder.items():
        named = [path for path in inside if _ENTRY.fullmatch(path.rpartition("/")[2])]
        if len(found := named or inside) == 1:
            yield folder, found[0]


def _of_folders(
    document: str, descriptions: Sequence[Description], folders: Mapping[str, int]
) -> Iterator[tuple[str, Purpose]]:
    for one in descriptions:
        folder = normpath(join(folder_of(document), one.address or one.name))
        if folder in folders and not one.is_heading:
            yield folder, Purpose(one.words, "document", "", document, one.line, one.end_line)
