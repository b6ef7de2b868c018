"""A real PostgreSQL of the tests' own: a data folder and a socket that nobody else knows."""

import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.fakes.processes import SECONDS_OF_A_HANG

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # nobody pulls the plug; killed processes lose nothing
    "max_connections": "60",
    "shared_buffers": "16MB",
}


class Postgres:
    """Debian keeps its programs in a folder a version; it refuses to run as root."""

    def __init__(self) -> None:
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        self._bin = found[-1] if found else os.path.dirname(shutil.which("postgres") or "")
        # A path of a socket is at most 107 bytes long.
        self.folder = Path(tempfile.mkdtemp(prefix="repobook-pg-"))
        self._owner: dict[str, Any] = {"user": "postgres"} if os.getuid() == 0 else {}
        if self._owner:
            shutil.chown(self.folder, "postgres")
        self.program("initdb", "-D", self.data, "-U", "admin", "-A", "trust", "--no-sync")
        self.start()
        self.run_sql("CREATE ROLE repobook LOGIN CREATEROLE", "postgres")
        self._n = 0

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        options = [f"-c{name}={value}" for name, value in _SETTINGS.items()]
        self._process = subprocess.Popen(
            [f"{self._bin}/postgres", "-D", self.data, "-k", str(self.folder), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            **self._owner,
        )
        end = time.monotonic() + SECONDS_OF_A_HANG
        while subprocess.run(
            [f"{self._bin}/pg_isready", "-q", "-h", self.folder], cwd=self.folder
        ).returncode:
            assert self._process.poll() is None, "PostgreSQL ended"
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.05)

    def kill(self) -> None:
        """As a machine that loses it: no goodbye to anyone."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGQUIT)  # at once: nobody needs what it holds
        self._process.wait()
        shutil.rmtree(self.folder)

    def new_database(self) -> str:
        """The address of an empty one, as a role that policies hold for."""
        self._n += 1
        name = f"fleet{self._n}"
        self.run_sql(f"CREATE DATABASE {name} OWNER repobook", "postgres")
        return f"postgresql://repobook@/{name}?host={self.folder}"

    def run_sql(self, statement: str, database: str) -> None:
        self.program("psql", "-q", "-h", self.folder, "-U", "admin", "-c", statement, database)

    def program(self, name: str, *arguments: str | Path, stdin: bytes = b"") -> bytes:
        done: subprocess.CompletedProcess[bytes] = subprocess.run(
            [f"{self._bin}/{name}", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            timeout=SECONDS_OF_A_HANG,
            cwd=self.folder,
            **self._owner,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout
