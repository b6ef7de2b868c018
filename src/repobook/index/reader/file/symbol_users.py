"""Who uses the symbols of a file: summed up, and for each the files that use it most."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from repobook.index.reader.file.file_links import Use
from repobook.index.reader.file_briefs import using_folders
from repobook.model.dossiers.dossier import FileLine, SymbolSection, Uses, UseSite
from repobook.model.graph import CONFIDENCES

_N_TOP: Final = 3
_MAX_SITES: Final = 10
_MAX_TESTS: Final = 5
_MAX_FOLDERS: Final = 5


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
    own: int, uses: Iterable[Use], files: Mapping[int, FileLine]
) -> dict[int, Users]:
    by_target: defaultdict[int, list[Use]] = defaultdict(list)
    for use in uses:
        by_target[use.target].append(use)
    return {target: _users(own, target_uses, files) for target, target_uses in by_target.items()}


def _users(own: int, uses: Iterable[Use], files: Mapping[int, FileLine]) -> Users:
    sites: dict[int, UseSite] = {}
    n_sure, sure = 0, set()
    for _, file, _, confidence, n, line in uses:
        if confidence == "exact":
            n_sure += n
            sure.add(file)
        site = sites.get(file)
        if site is None:
            sites[file] = UseSite(files[file].path, line, n, confidence)
        elif (CONFIDENCES.index(confidence), line) < (
            CONFIDENCES.index(site.confidence),
            site.line,
        ):
            sites[file] = site._replace(
                line=line, n_places=site.n_places + n, confidence=confidence
            )
        else:
            sites[file] = site._replace(n_places=site.n_places + n)
    return Users(own, sites, n_sure, frozenset(sure))


def summed(users: Users, files: Mapping[int, FileLine]) -> Uses:
    sites, own = users.sites, users.own
    others = [file for file in sites if file != own]
    # Certain users come before likely ones.
    shown_sites = [sites[file] for file in others if file in users.sure] or [
        sites[f] for f in others
    ]
    shown_sites.sort(key=lambda site: (-site.n_places, site.path))
    return Uses(
        sum(site.n_places for site in sites.values()),
        len(sites),
        len(others),
        sum(files[file].role == "test" for file in sites),
        users.n_sure,
        tuple((site.path, site.n_places) for site in shown_sites[:_N_TOP]),
        len(users.sure - {own}),
    )


def section_of(users: Users, files: Mapping[int, FileLine]) -> SymbolSection:
    """The using files and folders; the caller adds the rest of a section."""
    tests = [site for file, site in users.sites.items() if files[file].role == "test"]
    others = [site for file, site in users.sites.items() if files[file].role != "test"]
    places = [(site.path, site.n_places) for site in others]
    folders = using_folders(places) if len(others) > _MAX_SITES else []
    return SymbolSection(
        tuple(sorted(others, key=_surest)[:_MAX_SITES]),
        len(others),
        tuple(folders[:_MAX_FOLDERS]),
        len(folders),
        tuple(sorted(tests, key=_surest)[:_MAX_TESTS]),
        len(tests),
    )


def _surest(site: UseSite) -> tuple[int, int, str]:
    return CONFIDENCES.index(site.confidence), -site.n_places, site.path
