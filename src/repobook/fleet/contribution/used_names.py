"""The names of other repositories that a file uses, each place of them.

The book has followed a name as far as its repository reaches; here what it is bound to by an import
is written out.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.book.shared.standard_modules import is_standard
from repobook.fleet.contribution.ecosystem import Ecosystem
from repobook.index.reader.whole_book import FileRow, WholeBook

# An instance has the members of its class: ``Flask().run`` is ``Flask.run``.
_PATH: Final = re.compile(r"@?\w+(?:(?:\.|::)\w+)*(?:\(\))?")


class UsedName(NamedTuple):
    name: str
    line: int
    role: str
    confidence: str


def used_names(book: WholeBook, ecosystem: Ecosystem, file: FileRow) -> Iterator[UsedName]:
    meanings: defaultdict[str, set[str]] = defaultdict(set)
    name_by_number: dict[str, str] = {}
    for number, found in enumerate(book.imports_of(file.id)):
        bound = ecosystem.bound(found)
        if bound is None or is_standard(file.language, found.module):
            continue
        meanings[bound.name].add(bound.meaning)
        if ecosystem.numbers_imports:
            name_by_number[f"@{number}"] = bound.name
        yield UsedName(bound.meaning, found.line, "import", "exact")
    separator = ecosystem.separator
    for use in book.references_of(file.id) if meanings or ecosystem.needs_no_import else ():
        if use.targets or use.rule != "external":
            continue
        path = f"{use.receiver}{separator}{use.name}" if use.receiver else use.name
        if ecosystem.numbers_imports and use.receiver.endswith("="):
            path = use.receiver[:-1]
        elif use.receiver and not _PATH.fullmatch(use.receiver):
            continue
        head, dot, rest = path.partition(separator)
        first = head.removesuffix("()")
        # Whether an import that was tried or its replacement is meant only running tells.
        known = meanings.get(name_by_number.get(first, first), set())
        if not known and ecosystem.needs_no_import and dot:
            known = set() if is_standard(file.language, head) else {head}
        confidence = "exact" if len(known) == 1 else "ambiguous"
        for meaning in sorted(known):
            name = f"{meaning}{dot}{rest.replace('()', '')}"
            for position in use.positions:
                yield UsedName(name, position >> 20, use.role, confidence)
