"""The repository as a resolver may see it: paths, the interface of each file, names."""

from collections.abc import Callable, Iterable, Mapping, Set
from functools import cached_property

from repobook.model.graph import Candidate, Unit
from repobook.text.folders import folders_of

Named = Callable[[str, Set[str] | None], tuple[Candidate, ...]]


class World:
    """Looks things up on demand, so that resolving one file does not load all others."""

    def __init__(
        self,
        files: Mapping[str, Unit],
        load: Callable[[str], Unit],
        named: Named,
        n_named: Callable[[str], int],
    ) -> None:
        self.files = files
        """Every file of the repository by its path, without facts."""
        self._load = load
        self._named = named
        self.n_named = n_named
        """How many definitions of a name there are, in whatever language."""
        self._unit_by_path: dict[str, Unit] = {}

    def unit(self, path: str) -> Unit:
        """Definitions and imports of a file, without its references; none where there is none."""
        unit = self._unit_by_path.get(path)
        if unit is None:
            unit = self._load(path) if path in self.files else Unit(path, "", "")
            self._unit_by_path[path] = unit
        return unit

    def named(self, name: str, languages: Set[str] | None = None) -> tuple[Candidate, ...]:
        """Every definition of a name, or those in some languages: no other is loaded for it."""
        return self._named(name, languages)

    @cached_property
    def paths_by_name(self) -> dict[str, tuple[str, ...]]:
        """Paths by their last part, sorted."""
        paths_by_name: dict[str, list[str]] = {}
        for path in sorted(self.files):
            paths_by_name.setdefault(path.rpartition("/")[2], []).append(path)
        return {name: tuple(paths) for name, paths in paths_by_name.items()}

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file, at any depth; the root is the empty one."""
        return frozenset(folders_of(self.files))


def world_of(units: Iterable[Unit]) -> World:
    """A world held in memory."""
    unit_by_path = {unit.path: unit._replace(references=()) for unit in units}
    candidates: dict[str, list[Candidate]] = {}
    for _, unit in sorted(unit_by_path.items()):
        pairs = unit.symbols()
        for nth, (id, definition) in enumerate(pairs):
            candidate = Candidate(id, unit.path, unit.language, definition.kind, nth)
            candidates.setdefault(definition.name, []).append(candidate)
    return World(
        unit_by_path,
        unit_by_path.__getitem__,
        lambda name, languages: within(languages, candidates.get(name, ())),
        lambda name: len(candidates.get(name, ())),
    )


def world_before(world: World, edits: Iterable[tuple[Unit | None, Unit | None]]) -> World:
    """As the repository was; an edit is a file before and after, None is no file."""
    edits = list(edits)
    old_by_path = {old.path: old for old, _ in edits if old}
    edited = old_by_path.keys() | {new.path for _, new in edits if new}
    files = {path: unit for path, unit in world.files.items() if path not in edited}
    before = world_of(old_by_path.values())

    def named(name: str, languages: Set[str] | None) -> tuple[Candidate, ...]:
        others = [each for each in world.named(name, languages) if each.path not in edited]
        return tuple(sorted([*others, *before.named(name, languages)], key=_position))

    return World(
        files | {path: Unit(path, old.language, old.role) for path, old in old_by_path.items()},
        lambda path: old_by_path[path] if path in edited else world.unit(path),
        named,
        lambda name: len(named(name, None)),
    )


def _position(candidate: Candidate) -> tuple[str, int]:
    return candidate.path, candidate.nth


def within(languages: Set[str] | None, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    return tuple([c for c in candidates if languages is None or c.language in languages])
