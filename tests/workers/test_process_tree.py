"""What counts as started by a process."""

import os
import subprocess
import sys

from repobook.workers.process_tree import ProcessTreeMeter, children_of
from tests.fakes.asking import wait_for


def test_what_is_left_out_is_not_measured() -> None:
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    with subprocess.Popen(command) as child:
        assert child.pid in children_of(os.getpid())
        meters = [
            ProcessTreeMeter(child.pid, 0.01),
            ProcessTreeMeter(os.getpid(), 0.01, frozenset(children_of(os.getpid()))),
        ]
        for meter in meters:
            meter.start()
        wait_for(lambda: all(meter.peak_bytes for meter in meters))
        for meter in meters:
            meter.stop()
        assert child.pid not in meters[1]._ticks_by_pid
        assert child.pid in meters[0]._ticks_by_pid
        child.kill()
