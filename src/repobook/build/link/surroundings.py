"""What stands around files and says what they are for: documents, packages, folders, and files
with the same name."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final

from repobook.analyse.purposes.package_words import PackageWords
from repobook.build.link.common_names import CommonNames
from repobook.build.link.fixtures import Fixtures
from repobook.build.link.folder_words import FolderWords, is_readme
from repobook.build.link.near_files import Namesakes
from repobook.index.purpose_tables import PurposeTables
from repobook.model.facts import Description
from repobook.model.purpose import Purpose
from repobook.text.documents.described_files import is_about, tells_of_files
from repobook.text.documents.tautologies import says_more
from repobook.text.folders import folder_of

_MIN_SPACES: Final = 2
_MIN_REPEATED: Final = 3


class Surroundings:
    """Read once for a build, whatever files it asks about."""

    def __init__(self, tables: PurposeTables) -> None:
        sources, descriptions = tables.sources(), tables.descriptions()
        paths = [path for _, path, role in sources if role == "source"]
        self.namesakes = Namesakes(sources)
        self.fixtures = Fixtures(sources, tables.named_files())
        self.documents = _described(tables, descriptions)
        self.packages = PackageWords(paths, tables.package_words())
        self.repeated_words = repeated_words(tables.all_words())
        readmes = (
            one
            for one in tables.readmes()
            if is_readme(one.path) and one.text not in self.repeated_words
        )
        listed = [(path, descriptions[id]) for id, path in tables.documents() if is_readme(path)]
        self.folders = FolderWords(paths, readmes, listed)
        self.common_names = CommonNames(tables.calling())


def files_described_otherwise(before: PurposeTables, tables: PurposeTables) -> set[int]:
    """Files of which something around them says something else than in the index before."""
    old, new = Surroundings(before), Surroundings(tables)
    paths = {
        *_differing(old.documents, new.documents),
        *_differing(old.packages.words_by_path, new.packages.words_by_path),
        *new.folders.entries_described_otherwise(old.folders),
    }
    below = map(tables.below, new.folders.described_otherwise(old.folders))
    named = new.namesakes.named_otherwise(old.namesakes)
    return tables.ids_of(paths).union(named, *below)


def repeated_words(words: Iterable[tuple[int, str, str]]) -> dict[str, set[int]]:
    """Words that files of several names begin with, with these files: a header and its source may
    say the same of what they are for."""
    ids: defaultdict[str, set[int]] = defaultdict(set)
    stems: defaultdict[str, set[str]] = defaultdict(set)
    for id, path, text in words:
        ids[text].add(id)
        stems[text].add(f"{folder_of(path)}/" if is_readme(path) else _name(path).partition(".")[0])
    return {text: ids[text] for text in ids if len(stems[text]) >= _MIN_REPEATED}


def files_with_other_words(before: PurposeTables, tables: PurposeTables) -> set[int]:
    """Files of whose words it changed whether many files have them."""
    old, new = repeated_words(before.all_words()), repeated_words(tables.all_words())
    texts = old.keys() ^ new.keys()
    return {id for text in texts for id in old.get(text, set()) | new.get(text, set())}


def _differing(one: Mapping[str, Purpose], other: Mapping[str, Purpose]) -> Set[str]:
    return {path for path, _ in one.items() ^ other.items()}


def _described(
    tables: PurposeTables, descriptions: Mapping[int, list[Description]]
) -> dict[str, Purpose]:
    """By path: what documents say, those nearest to the root first."""
    mentioned: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for document, path, target in tables.mentions():
        mentioned[document, path].append(target)
    words: dict[str, Purpose] = {}
    for document, path in sorted(mentioned, key=lambda one: _nearness(one[1])):
        if tells_of_files(path):
            for about, one in _matches(path, mentioned[document, path], descriptions[document]):
                purpose = Purpose(one.words, "document", "", path, one.line, one.end_line)
                words.setdefault(about, purpose)
    return words


def _matches(
    document: str, paths: list[str], descriptions: list[Description]
) -> Iterator[tuple[str, Description]]:
    """Each path with the first description of it."""
    n_by_name: Mapping[str, int] = _counts(paths)
    for path in paths:
        is_only = n_by_name[_name(path)] == 1
        for one in descriptions:
            is_telling = one.words.count(" ") >= _MIN_SPACES and says_more(one.words, path)
            if is_telling and is_about(one, document, path, is_only):
                yield path, one
                break


def _counts(paths: list[str]) -> Mapping[str, int]:
    counts: defaultdict[str, int] = defaultdict(int)
    for path in paths:
        counts[_name(path)] += 1
    return counts


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _nearness(path: str) -> tuple[int, str]:
    return path.count("/"), path
