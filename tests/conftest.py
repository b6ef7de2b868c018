"""What every test stands on: the user's own state is neither read nor written."""

import os
import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    folder = tempfile.TemporaryDirectory(prefix="repobook-state-")
    config.add_cleanup(folder.cleanup)
    os.environ["XDG_STATE_HOME"] = folder.name
