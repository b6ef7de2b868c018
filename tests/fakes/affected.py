"""Which files an edit touches, as a build finds out."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product

from repobook.languages import Resolver
from repobook.model.graph import MAX_HOMONYMS, FileLinks, Unit
from repobook.resolve.affected_files.by_names import Mentions
from repobook.resolve.affected_files.changed_names import (
    includes_others,
    names_mentioned,
    opens_others,
)
from repobook.resolve.affected_files.edits import Edit, EditedRepository, affected_by
from repobook.resolve.affected_files.include_graph import IncludeGraph
from repobook.resolve.affected_files.meanings import Meanings
from repobook.resolve.unit_names import bound_name
from repobook.resolve.world import world_before, world_of
from repobook.text.naming.name_hashes import hashed
from tests.fakes.units import unit


def touched_by(
    old: Unit | None,
    new: Unit | None,
    units: list[Unit],
    names: Callable[[Unit], set[str]] = names_mentioned,
    *,
    are_common: bool = False,
) -> set[str]:
    """``units`` are all files after the edit; ``are_common`` says so of all names."""
    after = {one.path: one for one in units}
    n_by_name = Counter(d.name for one in units for d in one.definitions)
    edited = {one.path for one in (old, new) if one}
    mentioned = [
        Mentions(one.path, one.language, hashed(names(one)))
        for one in units
        if one.path not in edited
    ]
    after_world = world_of(units)
    before_world = world_before(after_world, [(old, new)])
    repository = EditedRepository(
        after,
        mentioned,
        lambda path: after[path]._replace(references=()),
        n_by_name.__getitem__,
        Resolver(after_world).gives_module,
        Meanings(Resolver(before_world).meaning, Resolver(after_world).meaning),
        _include_graph(old, new, after).sees_otherwise,
        -1 if are_common else MAX_HOMONYMS,
    )
    edits = [Edit(old, new, _given(old, new, units))] if edited else []
    return affected_by(edits, repository).paths - edited


def _given(old: Unit | None, new: Unit | None, units: list[Unit]) -> frozenset[str] | None:
    if old is None or new is None or opens_others(old, new) or not includes_others(old, new):
        return None
    after = {one.path: one for one in units}
    graph = _include_graph(old, new, after)
    seen = [after[path] for path in graph.changed_visibility(new.path)]
    usings = [i for one in seen for i in one.imports if i.form == "using"]
    if any(using.name == "*" for using in usings):
        return None
    return frozenset([d.name for one in seen for d in one.definitions]).union(
        map(bound_name, usings)
    )


def _include_graph(old: Unit | None, new: Unit | None, after: dict[str, Unit]) -> IncludeGraph:
    before = {path: one for path, one in after.items() if new is None or path != new.path}
    return IncludeGraph(_included(before | ({old.path: old} if old else {})), _included(after))


def _included(units: Mapping[str, Unit]) -> Callable[[str], set[str]]:
    resolve = Resolver(world_of(units.values()))
    return lambda path: {
        target
        for link in (resolve(units[path]).imports if path in units else ())
        for target in link.targets
        if target in units
    }


def assert_all_edits_followed(
    variants: Mapping[str, Sequence[str | None]],
    mentioned: Callable[[Unit], set[str]] = names_mentioned,
) -> None:
    """Of a small repository whose files have several texts: None is no file."""
    names = sorted(variants)
    read = {
        (path, n): unit(path, text)
        for path in names
        for n, text in enumerate(variants[path])
        if text is not None
    }
    links_by_state: dict[tuple[int, ...], dict[str, FileLinks]] = {}
    for state in product(*[range(len(variants[path])) for path in names]):
        units = [read[path, n] for path, n in zip(names, state, strict=True) if (path, n) in read]
        resolve = Resolver(world_of(units))
        links_by_state[state] = {found.path: resolve(found) for found in units}
    for state, before in links_by_state.items():
        for place, path in enumerate(names):
            for n in range(len(variants[path])):
                edited = (*state[:place], n, *state[place + 1 :])
                after = links_by_state[edited]
                units = [read[key] for key in zip(names, edited, strict=True) if key in read]
                old, new = read.get((path, state[place])), read.get((path, n))
                either = [
                    touched_by(old, new, units, mentioned, are_common=common)
                    for common in (False, True)
                ]
                touched = set.intersection(*either)
                for other, links in after.items():
                    if other != path and other not in touched:
                        assert links == before[other], (path, state, edited, other)
