"""The symbols of a file with all that its pages tell of them: users, relatives, namesakes."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import apsw
import msgspec

from repobook.model.dossier import Heir, ReferenceGroup, Symbol, SymbolName, SymbolSection, Uses
from repobook.model.facts import Definition
from repobook.store.examples import Use
from repobook.store.ids import symbol_key
from repobook.store.relatives import Heirs, bases_by_class, heirs_by_target, members_named
from repobook.store.target_names import TargetNames
from repobook.store.users import FileKind, section_of, summed, users_by_target
from repobook.text.symbol_sections import has_section

_UNUSED: Final = Uses()
_NO_HEIRS: Final = Heirs((), 0)
_KEPT_NAMES: Final = 1 << 16


def symbol_keys(path: str, definitions: Iterable[Definition]) -> list[int]:
    n_by_qualname: Counter[str] = Counter()
    keys = []
    for definition in definitions:
        qualname = definition.qualname
        n_by_qualname[qualname] += 1
        n = n_by_qualname[qualname]
        keys.append(symbol_key(f"{path}::{qualname}" if n == 1 else f"{path}::{qualname}~{n}"))
    return keys


class SymbolDossiers:
    """Over one index; what files ask for again and again is kept."""

    def __init__(
        self, db: apsw.Connection, kinds: Mapping[int, FileKind], targets: TargetNames
    ) -> None:
        self._db = db
        self._kinds = kinds
        self._targets = targets
        self._n_by_name: dict[str, int] = {}

    def uses(self, keys: Sequence[int]) -> list[Use]:
        return [Use(*row) for row in self._db.execute(_USES, (json.dumps(keys),))]

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
        heirs = heirs_by_target(self._db, uses, self._kinds)
        heirs_by_class = {n: heirs[keys[n]] for n in sections if keys[n] in heirs}
        bases = bases_by_class(definitions, references)
        above = self._members(definitions, sections, bases)
        told_heirs = {n: found.told for n, found in heirs_by_class.items()}
        below = self._members(definitions, sections, told_heirs)
        self._load_names({definitions[n].name for n in sections})
        for n, section in sections.items():
            found = heirs_by_class.get(n, _NO_HEIRS)
            symbols[n] = symbols[n]._replace(
                section=section._replace(
                    heirs=found.told,
                    n_heirs=found.n_files,
                    overrides=above.get(n, ()),
                    overridden=below.get(n, ()),
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
        """All symbols by themselves, and what users tell of those that have a section."""
        users = users_by_target(file, uses, self._kinds)
        role = self._kinds[file].role
        overloads: Counter[str] = Counter()
        symbols, sections = [], {}
        for n, (definition, key) in enumerate(zip(definitions, keys, strict=True)):
            overloads[definition.qualname] += 1
            found = users.get(key)
            used = summed(found, self._kinds) if found else _UNUSED
            symbols.append(Symbol(n, definition, overloads[definition.qualname], used))
            n_used = used.n_places, used.n_elsewhere
            if has_section(definition.kind, role, definition.exported, *n_used):
                sections[n] = section_of(found, self._kinds) if found else SymbolSection()
        return symbols, sections

    def _members(
        self,
        definitions: Sequence[Definition],
        wanted: Iterable[int],
        relatives: Mapping[int, Iterable[SymbolName | Heir]],
    ) -> dict[int, tuple[SymbolName, ...]]:
        """By the number of a member: those of the same name in the relatives of its class."""
        members: defaultdict[int, list[int]] = defaultdict(list)
        for n in wanted:
            if definitions[n].parent in relatives:
                members[definitions[n].parent].append(n)
        found = {}
        for owner, own in members.items():
            names = {definitions[n].name for n in own}
            by_name = members_named(self._targets, relatives[owner], names)
            found.update({n: by_name[definitions[n].name] for n in own})
        return found

    def _load_names(self, names: set[str]) -> None:
        if len(self._n_by_name) > _KEPT_NAMES:
            self._n_by_name.clear()
        unknown = sorted(names.difference(self._n_by_name))
        asked = (msgspec.json.encode(unknown).decode(),)
        self._n_by_name.update(self._db.execute(_N_NAMED, asked))


_USES: Final = """
    SELECT r.target, r.file, r.role, r.confidence, r.n, r.line FROM json_each(?) k
    JOIN referrer r ON r.target = k.value
"""
_N_NAMED: Final = """
    SELECT k.value, (SELECT count(*) FROM symbol s WHERE s.name = k.value) FROM json_each(?) k
"""
