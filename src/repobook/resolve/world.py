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


def within(languages: Set[str] | None, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    return tuple([c for c in candidates if languages is None or c.language in languages])
