"""The files that a build is about, as the options and the repository's configuration have them."""

from collections.abc import Iterator
from typing import NamedTuple

from repobook.build.request import BuildRequest
from repobook.findings.ruff import lint_notices
from repobook.model.files import Listing
from repobook.packs.installed import load_problems
from repobook.scan.config import BookConfig
from repobook.scan.ignore.attributes import Attributes, read_attributes
from repobook.scan.sources.path_names import display
from repobook.scan.sources.source import SourceSpec, open_source


class Scan(NamedTuple):
    """The files of a repository, and what it says about its book."""

    config: BookConfig
    listing: Listing
    attributes: Attributes


def configured(request: BuildRequest, config: BookConfig) -> BuildRequest:
    """Options come before what the repository wishes, and it may only ask for less history."""
    n_commits = request.n_commits if config.history is None else config.history
    request = request._replace(n_commits=min(request.n_commits, n_commits))
    if request.spec.include or request.spec.exclude:
        return request
    wished = config.include, config.exclude, config.origin
    spec = request.spec._replace(include=wished[0], exclude=wished[1], patterns_from=wished[2])
    return request._replace(spec=spec)


def scan_files(request: BuildRequest, config: BookConfig) -> Scan:
    """``request`` is one that is configured."""
    source = open_source(request.spec._replace(output=str(request.book)))
    try:
        listing = source.list()
        attributes = read_attributes(source, listing, config.languages)
        own = (*_left_out_by_wish(request.spec), *config.notices)
        notices = (
            *listing.notices,
            *own,
            *attributes.notices,
            *lint_notices(),
            *load_problems(),
        )
        return Scan(config, listing._replace(notices=notices), attributes)
    finally:
        source.close()


def _left_out_by_wish(spec: SourceSpec) -> Iterator[str]:
    """A repository may have its reasons to hide sources: the book says so."""
    patterns = [*(f"all but {glob}" for glob in spec.include), *spec.exclude]
    if spec.patterns_from and patterns:
        yield f"{spec.patterns_from} leaves out {', '.join(map(_shown_glob, patterns))}"


def _shown_glob(glob: str) -> str:
    return display(glob.encode("utf-8", "surrogateescape"))
