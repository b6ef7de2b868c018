"""The symbols of a file with what its pages show: users, base and subclasses, homonyms."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import apsw

from repobook.index.ids import symbol_key
from repobook.index.reader.file.file_keywords import homonym_counts
from repobook.index.reader.file.file_links import Use
from repobook.index.reader.file.relatives import (
    Subclasses,
    bases_by_class,
    members_named,
    subclasses_by_target,
)
from repobook.index.reader.file.symbol_users import section_of, summed, users_by_target
from repobook.index.reader.file.target_names import TargetNames
from repobook.index.reader.same_symbols import same_symbols
from repobook.model.dossiers.dossier import (
    FileLine,
    ReferenceGroup,
    Subclass,
    Symbol,
    SymbolName,
    SymbolSection,
    Uses,
)
from repobook.model.facts import Definition
from repobook.model.graph import symbol_ids
from repobook.text.naming.symbol_sections import has_section

_UNUSED: Final = Uses()
_NO_SUBCLASSES: Final = Subclasses((), 0)
_MAX_CACHED_NAMES: Final = 1 << 16


def symbol_keys(path: str, definitions: Iterable[Definition]) -> list[int]:
    return [symbol_key(id) for id in symbol_ids(path, definitions)]


class SymbolDossiers:
    """Reads one index; caches what many files need."""

    def __init__(
        self, db: apsw.Connection, files: Mapping[int, FileLine], targets: TargetNames
    ) -> None:
        self._db = db
        self._files = files
        self._targets = targets
        self._n_by_name: dict[str, int] = {}

    def symbols(
        self,
        file: int,
        definitions: Sequence[Definition],
        keys: Sequence[int],
        uses: Sequence[Use],
        references: Iterable[ReferenceGroup],
    ) -> tuple[Symbol, ...]:
        symbols, sections = self._plain(file, definitions, keys, uses)
        if not sections:
            return tuple(symbols)
        subclasses_by_key = subclasses_by_target(self._db.execute, uses, self._files)
        subclasses_by_class = {
            n: subclasses_by_key[keys[n]] for n in sections if keys[n] in subclasses_by_key
        }
        bases = bases_by_class(definitions, references)
        above = self._members(definitions, sections, bases)
        first_subclasses = {n: subclasses.first for n, subclasses in subclasses_by_class.items()}
        below = self._members(definitions, sections, first_subclasses)
        same = self._same_names([keys[n] for n in sections])
        self._load_names({definitions[n].name for n in sections})
        for n, section in sections.items():
            subclasses = subclasses_by_class.get(n, _NO_SUBCLASSES)
            symbols[n] = symbols[n]._replace(
                section=section._replace(
                    subclasses=subclasses.first,
                    n_subclasses=subclasses.n_files,
                    overrides=above.get(n, ()),
                    overridden=below.get(n, ()),
                    same=same.get(keys[n], ()),
                    n_homonyms=self._n_by_name.get(definitions[n].name, 1) - 1,
                )
            )
        return tuple(symbols)

    def _plain(
        self,
        file: int,
        definitions: Sequence[Definition],
        keys: Sequence[int],
        uses: Sequence[Use],
    ) -> tuple[list[Symbol], dict[int, SymbolSection]]:
        """All symbols, and the uses of those that have a section."""
        users = users_by_target(file, uses, self._files)
        role = self._files[file].role
        overloads: Counter[str] = Counter()
        symbols, sections = [], {}
        for n, (definition, key) in enumerate(zip(definitions, keys, strict=True)):
            overloads[definition.qualname] += 1
            symbol_users = users.get(key)
            used = summed(symbol_users, self._files) if symbol_users else _UNUSED
            symbols.append(Symbol(n, definition, overloads[definition.qualname], used))
            n_used = used.n_places, used.n_elsewhere
            if has_section(definition.kind, role, definition.exported, *n_used):
                sections[n] = (
                    section_of(symbol_users, self._files) if symbol_users else SymbolSection()
                )
        return symbols, sections

    def _same_names(self, keys: Iterable[int]) -> dict[int, tuple[SymbolName, ...]]:
        others: defaultdict[int, list[int]] = defaultdict(list)
        for key, other, _ in same_symbols(self._db.execute, keys):
            others[key].append(other)
        self._targets.load(other for found in others.values() for other in found)
        return {key: tuple(sorted(self._targets.names(found))) for key, found in others.items()}

    def _members(
        self,
        definitions: Sequence[Definition],
        wanted: Iterable[int],
        relatives: Mapping[int, Iterable[SymbolName | Subclass]],
    ) -> dict[int, tuple[SymbolName, ...]]:
        """By the number of a member: those of the same name in base or subclasses of its class."""
        members: defaultdict[int, list[int]] = defaultdict(list)
        for n in wanted:
            if definitions[n].parent in relatives:
                members[definitions[n].parent].append(n)
        members_by_number = {}
        for owner, own in members.items():
            names = {definitions[n].name for n in own}
            by_name = members_named(self._targets, relatives[owner], names)
            members_by_number.update({n: by_name[definitions[n].name] for n in own})
        return members_by_number

    def _load_names(self, names: set[str]) -> None:
        if len(self._n_by_name) > _MAX_CACHED_NAMES:
            self._n_by_name.clear()
        self._n_by_name.update(homonym_counts(self._db, names.difference(self._n_by_name)))
