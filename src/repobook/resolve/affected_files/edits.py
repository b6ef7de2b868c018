"""The files whose links an edit of a repository may change, and the names that it changes.

Modules are followed by the steps that lead to them (``by_modules.py``), all else by names
(``by_names.py``). There may be too many files, never too few.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from repobook.model.graph import MAX_HOMONYMS, Unit
from repobook.resolve.affected_files.by_modules import (
    AffectedByModules,
    GivesModule,
    ModuleChange,
    affected_by_modules,
    module_change,
)
from repobook.resolve.affected_files.by_names import (
    Mentions,
    closed_languages,
    files_affected,
    files_finding,
    files_mentioning,
    files_naming,
)
from repobook.resolve.affected_files.changed_names import (
    changed_imports,
    names_beside,
    names_changed,
    names_followed,
    names_guessed,
    names_mentioned,
)
from repobook.resolve.affected_files.meanings import UNCOMPARED, Meanings
from repobook.resolve.module_steps import ANYWHERE, is_module, step
from repobook.resolve.unit_names import ChangedImports, ChangedNames, family_of_language
from repobook.text.naming.name_hashes import hashed


class Edit(NamedTuple):
    """A file before and after; None is no file."""

    old: Unit | None
    new: Unit | None
    given: frozenset[str] | None = None
    """All names that the files define which it only now takes whole, or no longer; None where that
    is unknown."""

    @property
    def units(self) -> tuple[Unit, ...]:
        return tuple(unit for unit in (self.old, self.new) if unit)

    @property
    def path(self) -> str:
        return self.units[0].path

    @property
    def comes_or_goes(self) -> bool:
        return self.old is None or self.new is None

    @property
    def changes_names(self) -> bool:
        return bool(names_changed(*self) or changed_imports(*self))


class EditedRepository(NamedTuple):
    """After the edit."""

    files: Mapping[str, Unit]
    """Every file by its path, also those that say nothing."""
    mentioned: Sequence[Mentions]
    """Of the files that were not edited."""
    interface: Callable[[str], Unit]
    n_named: Callable[[str], int]
    gives_module: GivesModule
    meanings: Meanings = UNCOMPARED
    sees_otherwise: Callable[[str], bool] = lambda path: True
    """Whether a file includes others than before, itself or through what it includes."""
    most_uncommon: int = MAX_HOMONYMS
    """Members of a name with more definitions are followed by their classes."""


class Affected(NamedTuple):
    paths: set[str]
    names: set[str]
    """That were added or removed or mean something else."""


def affected_by(edits: Sequence[Edit], repository: EditedRepository) -> Affected:
    return _Selection(edits, repository).affected()


class _Selection:
    def __init__(self, edits: Sequence[Edit], repository: EditedRepository) -> None:
        self._edits = edits
        self._repository = repository
        edited = [edit.new for edit in edits if edit.new]
        own = [Mentions(u.path, u.language, hashed(names_mentioned(u))) for u in edited]
        self._mentioned = [*repository.mentioned, *own]

    def affected(self) -> Affected:
        names = {name for edit in self._edits for name in self._names(edit)}
        by_module = {n: c for n, edit in enumerate(self._edits) if (c := self._module_change(edit))}
        modules = [edit for n, edit in enumerate(self._edits) if n in by_module]
        others = [edit for n, edit in enumerate(self._edits) if n not in by_module]
        rebound = {imported for edit in others if (imported := changed_imports(*edit))}
        paths = self._by_names(others, rebound, self._mentioned)
        if by_module:
            found = self._by_modules(by_module.values())
            paths |= found.paths | self._of_other_families(modules, found)
            paths |= self._by_chance(modules)
        moved = {edit.path.rpartition("/")[2] for edit in others if edit.comes_or_goes}
        paths |= files_mentioning(moved, self._mentioned)  # a file may be included, whatever it is
        # Where a member is guessed by its name, definitions of all languages are counted.
        counted = {name for name, n in self._n_more.items() if n}
        paths |= self._guessing(counted, self._of_modules)
        return Affected(paths, names)

    def _names(self, edit: Edit) -> set[str]:
        return names_changed(*edit) | self._beside(edit)

    def _beside(self, edit: Edit) -> set[str]:
        return names_beside(edit.path, self._repository.files) if edit.comes_or_goes else set()

    def _module_change(self, edit: Edit) -> ModuleChange | None:
        meanings = self._repository.meanings
        return module_change(edit.old, edit.new, lambda: self._modules_that_stay, meanings)

    @cached_property
    def _modules_that_stay(self) -> list[str]:
        added = {edit.path for edit in self._edits if edit.old is None}
        files = self._repository.files.items()
        return [path for path, unit in files if path not in added and is_module(unit)]

    @cached_property
    def _of_modules(self) -> list[Mentions]:
        return [one for one in self._mentioned if is_module(Unit(one.path, one.language, ""))]

    @cached_property
    def _of_others(self) -> list[Mentions]:
        return [one for one in self._mentioned if not is_module(Unit(one.path, one.language, ""))]

    @cached_property
    def _of_open_families(self) -> list[Mentions]:
        closed = closed_languages()
        return [one for one in self._of_others if one.language not in closed]

    def _by_modules(self, changes: Iterable[ModuleChange]) -> AffectedByModules:
        repository = self._repository
        return affected_by_modules(
            changes,
            self._of_modules,
            repository.interface,
            self._is_common,
            repository.gives_module,
            repository.meanings,
        )

    def _by_names(
        self,
        edits: Sequence[Edit],
        rebound: set[ChangedImports],
        mentioned: Sequence[Mentions],
    ) -> set[str]:
        """Where files are followed by their names; ``mentioned`` are those to look among."""
        followed = self._followed(edits)
        by_family = self._names_by_family(edits)
        names = set().union(*by_family.values())
        interface = self._repository.interface
        sees_otherwise = self._repository.sees_otherwise
        paths = files_affected(
            followed, rebound, mentioned, interface, self._is_common, sees_otherwise
        )
        only_mentioned = names.difference(*[each.names for each in followed])
        guessed = only_mentioned - _outer_names(edits)
        of_family = {family: own & only_mentioned - guessed for family, own in by_family.items()}
        paths |= files_finding(of_family, mentioned)
        return paths | self._guessing(guessed, mentioned)

    def _names_by_family(self, edits: Iterable[Edit]) -> dict[str, set[str]]:
        by_family: defaultdict[str, set[str]] = defaultdict(set)
        for edit in edits:
            for unit in edit.units:
                by_family[family_of_language(unit.language)] |= self._names(edit)
        return by_family

    def _followed(self, edits: Iterable[Edit]) -> list[ChangedNames]:
        followed: list[ChangedNames] = []
        for edit in edits:
            followed += names_followed(*edit, self._is_common)
            followed.append(ChangedNames("", frozenset(self._beside(edit))))
        return followed

    def _of_other_families(self, edits: Sequence[Edit], found: AffectedByModules) -> set[str]:
        """These find a definition by its name, documents what a module has after its name.

        A family may find nothing of others, except through packs, and a file that it includes.
        """
        families = {family_of_language(unit.language) for edit in edits for unit in edit.units}
        names = [ChangedNames(family, frozenset(found.names)) for family in families]
        interface = self._repository.interface
        paths = files_affected(names, set(), self._of_open_families, interface, self._is_common)
        paths |= files_naming(found.rebound, self._of_open_families)
        changed = found.names.union(*map(self._names, edits))
        anywhere = found.anywhere | {step(ANYWHERE, name) for name in changed}
        file_names = {edit.path.rpartition("/")[2] for edit in edits if edit.comes_or_goes}
        paths |= files_mentioning(anywhere | file_names, self._of_others)
        return paths | self._by_names(edits, set(), self._of_open_families)

    def _by_chance(self, edits: Sequence[Edit]) -> set[str]:
        """Files of the language that guess a member by its name; packs find what stands at the top
        of a module that comes or goes."""
        definitions = [d for edit in edits for unit in edit.units for d in unit.definitions]
        members = {d.name for d in definitions if d.parent >= 0}
        borne = {name for edit in edits for name in _borne_otherwise(edit)}
        anywhere = {
            step(ANYWHERE, d.name)
            for edit in edits
            if edit.comes_or_goes
            for unit in edit.units
            for d in unit.definitions
        }
        paths = files_mentioning(anywhere, self._of_modules)
        return paths | self._guessing(members & borne, self._of_modules)

    def _guessing(self, names: Iterable[str], mentioned: Sequence[Mentions]) -> set[str]:
        """Names by how many definitions they have, before or after, whichever is less.

        Of very many none is chosen, so that one more or less makes no difference.
        """
        names_by_n: defaultdict[int, set[str]] = defaultdict(set)
        for name in names:
            n_after = self._repository.n_named(name)
            names_by_n[min(n_after, n_after - self._n_more[name])].add(name)
        paths: set[str] = set()
        for n, several in names_by_n.items():
            paths |= files_mentioning(several, mentioned, n)
        return paths

    @cached_property
    def _n_more(self) -> Counter[str]:
        """How many more definitions have a name."""
        n_more: Counter[str] = Counter()
        for edit in self._edits:
            for unit, n in ((edit.old, -1), (edit.new, 1)):
                for definition in unit.definitions if unit else ():
                    n_more[definition.name] += n
        return n_more

    def _is_common(self, name: str) -> bool:
        return self._repository.n_named(name) > self._repository.most_uncommon


def _borne_otherwise(edit: Edit) -> set[str]:
    """Names of which other definitions, or more or fewer, are in the file."""
    old, new = (
        Counter([(d.name, d.qualname, d.kind) for d in unit.definitions] if unit else ())
        for unit in (edit.old, edit.new)
    )
    return {name for name, *_ in (old - new) | (new - old)}


def _outer_names(edits: Iterable[Edit]) -> set[str]:
    """Names that lead to what an edited file defines however many have them."""
    units = [unit for edit in edits for unit in edit.units]
    return {
        name for unit in units for name in {d.name for d in unit.definitions} - names_guessed(unit)
    }
