"""The request of a build: source, output, options."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from repobook.scan.git.history import DEFAULT_COMMITS
from repobook.scan.sources.source import SourceSpec

if TYPE_CHECKING:
    # A build that has nothing to do must not wait for what reads files.
    from repobook.build.read.shares import Shares
    from repobook.workers.pool import Pools

DEFAULT_MAX_BYTES: Final = 8 << 20


class BuildRequest(NamedTuple):
    spec: SourceSpec
    book: Path
    n_jobs: int
    max_bytes: int = DEFAULT_MAX_BYTES
    use_cache: bool = True
    n_commits: int = DEFAULT_COMMITS
    """How much of the past is looked at, newest first."""
    show_credentials: bool = False
    """Of what git tracks."""
    makes_pages: bool = True
    shares: "Shares | None" = None
    """What other machines may have read already."""
    other_machines: "Pools | None" = None
    """Those that resolve files and make pages; None for processes of this one."""

    @property
    def pools(self) -> "Pools":
        from repobook.workers.pool import LocalPools

        return self.other_machines or LocalPools(self.n_jobs)
