"""Processes of others, and how long a test waits for them."""

from pathlib import Path

SECONDS_OF_A_HANG = 600
"""What is waited for comes; this only ends a hang, and a busy machine is none."""


def is_alive(pid: int) -> bool:
    """One that has ended is not, though nobody has asked for its exit code yet."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "\nState:\tZ" not in status
