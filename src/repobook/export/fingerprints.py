"""Fingerprints of findings that stay the same when lines move."""

import hashlib
from collections import Counter

from repobook.index.reader.whole_book import FindingRow


def fingerprint(finding: FindingRow, n_alike: Counter[str]) -> str:
    """Of the code and not of its line, so that a finding stays itself when lines move.

    ``n_alike`` counts those of one export, which come in the order of their lines.
    """
    key = f"{finding.path}\0{finding.rule}\0{finding.code}".encode("utf-8", "replace")
    digest = hashlib.blake2b(key, digest_size=8).hexdigest()
    n_alike[digest] += 1
    return f"{digest}:{n_alike[digest]}"
