"""Imported by the process that builds are forked from, so that their modules are loaded once."""

import repobook.build.pipeline
import repobook.fleet.build_task
import repobook.fleet.contribution.contribution
import repobook.fleet.database.sqlite  # noqa: F401
from repobook.build.fingerprint import own_fingerprint
from repobook.fleet.contribution.ecosystem import all_ecosystems

own_fingerprint()
all_ecosystems()
