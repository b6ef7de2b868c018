"""What every test stands on: the user's own state is neither read nor written."""

import os
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests.snapshots.snapshot import OPTION

# A busy machine is no failure: what is checked is what comes out, never how fast it did.
settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="Write what snapshots are compared with.")


@pytest.fixture
def update_snapshots(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption(OPTION))


def pytest_configure(config: pytest.Config) -> None:
    folder = tempfile.TemporaryDirectory(prefix="repobook-state-")
    config.add_cleanup(folder.cleanup)
    os.environ["XDG_STATE_HOME"] = folder.name
    # Where the suite is started in the background Ctrl-C is ignored, and what it starts would
    # inherit that; what tests interrupt has to be interruptible.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
