"""Builds the small folders and git repositories that tests read."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.fakes.processes import SECONDS_OF_A_HANG

_ENVIRONMENT = {
    "PATH": os.environ.get("PATH", os.defpath),
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2001-01-01T00:00:00Z",
}


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes files below a folder, making folders as needed; a path ending in / is a folder."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        target = root / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> str:
    """Runs git in a repository of our own making and gives back what it printed."""
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        env=_ENVIRONMENT,
        input=stdin,
        capture_output=True,
        check=True,
        timeout=SECONDS_OF_A_HANG,
    )
    return done.stdout.decode("utf-8", "surrogateescape").strip()


def make_repository(
    root: Path, files: Mapping[str, str | bytes], object_format: str = "sha1"
) -> str:
    """A repository with one commit of these files; gives the commit."""
    write_tree(root, {})
    git(root, "init", "-q", "-b", "main", f"--object-format={object_format}")
    write_tree(root, files)
    return commit_all(root)


def commit_all(root: Path) -> str:
    git(root, "add", "-A", "-f")
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    return git(root, "rev-parse", "HEAD")
