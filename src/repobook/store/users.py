"""Who uses the symbols of a file: summed up, and for each the files that use it most."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from repobook.model.dossier import SymbolSection, Uses, UseSite
from repobook.store.examples import Use

_N_TOP: Final = 3
_MAX_SITES: Final = 10
_MAX_TESTS: Final = 5
_MAX_FOLDERS: Final = 5
_SURENESS: Final = ("exact", "inferred", "ambiguous")


class FileKind(NamedTuple):
    path: str
    language: str
    role: str
    status: str
    summary: str


class Users(NamedTuple):
    """Of one symbol."""

    own: int
    """The file that defines it."""
    sites: Mapping[int, UseSite]
    """By file."""
    n_sure: int
    sure: frozenset[int]
    """Files in which at least one place is exact."""


def users_by_target(
    own: int, uses: Iterable[Use], kinds: Mapping[int, FileKind]
) -> dict[int, Users]:
    by_target: defaultdict[int, list[Use]] = defaultdict(list)
    for use in uses:
        by_target[use.target].append(use)
    return {target: _users(own, found, kinds) for target, found in by_target.items()}


def _users(own: int, uses: Iterable[Use], kinds: Mapping[int, FileKind]) -> Users:
    sites: dict[int, UseSite] = {}
    n_sure, sure = 0, set()
    for _, file, _, confidence, n, line in uses:
        if confidence == "exact":
            n_sure += n
            sure.add(file)
        seen = sites.get(file)
        if seen is None:
            sites[file] = UseSite(kinds[file].path, line, n, confidence)
        elif (_SURENESS.index(confidence), line) < (_SURENESS.index(seen.confidence), seen.line):
            sites[file] = seen._replace(
                line=line, n_places=seen.n_places + n, confidence=confidence
            )
        else:
            sites[file] = seen._replace(n_places=seen.n_places + n)
    return Users(own, sites, n_sure, frozenset(sure))


def summed(users: Users, kinds: Mapping[int, FileKind]) -> Uses:
    sites, own = users.sites, users.own
    others = [file for file in sites if file != own]
    # Who surely uses it tells more than who may.
    told = [sites[file] for file in others if file in users.sure] or [sites[f] for f in others]
    told.sort(key=lambda site: (-site.n_places, site.path))
    return Uses(
        sum(site.n_places for site in sites.values()),
        len(sites),
        len(others),
        sum(kinds[file].role == "test" for file in sites),
        users.n_sure,
        tuple((site.path, site.n_places) for site in told[:_N_TOP]),
        len(users.sure - {own}),
    )


def section_of(users: Users, kinds: Mapping[int, FileKind]) -> SymbolSection:
    """The files and folders; what else a section tells is known elsewhere."""
    tests = [site for file, site in users.sites.items() if kinds[file].role == "test"]
    others = [site for file, site in users.sites.items() if kinds[file].role != "test"]
    folders = _folders(others) if len(others) > _MAX_SITES else []
    return SymbolSection(
        tuple(sorted(others, key=_surest)[:_MAX_SITES]),
        len(others),
        tuple(folders[:_MAX_FOLDERS]),
        len(folders),
        tuple(sorted(tests, key=_surest)[:_MAX_TESTS]),
        len(tests),
    )


def _surest(site: UseSite) -> tuple[int, int, str]:
    return _SURENESS.index(site.confidence), -site.n_places, site.path


def _folders(sites: Iterable[UseSite]) -> list[tuple[str, int, int]]:
    """The most using first."""
    n_files: defaultdict[str, int] = defaultdict(int)
    n_places: defaultdict[str, int] = defaultdict(int)
    for site in sites:
        folder = site.path.rpartition("/")[0]
        n_files[folder] += 1
        n_places[folder] += site.n_places
    found = [(folder, n, n_places[folder]) for folder, n in n_files.items()]
    return sorted(found, key=lambda folder: (-folder[2], folder[0]))
