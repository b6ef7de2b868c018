from pathlib import Path

from repobook.scan.git.blobs import blob_hash
from tests.fakes.trees import git


def test_blob_hash_is_what_git_says(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    for content in (b"", b"x\n", b"\0" * 1000):
        assert blob_hash(content) == git(tmp_path, "hash-object", "--stdin", stdin=content)
