"""Reasons why a file is listed and not read, as the build report words them."""

import errno
import os
import stat
from collections import Counter
from collections.abc import Iterable
from typing import Final

_WORDS_BY_ERRNO: Final = {
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EIO: "input/output error",
    errno.ELOOP: "it became a symlink while it was being read",
    errno.ENOENT: "it vanished while it was being read",
    errno.ENOTDIR: "its folder was replaced while it was being read",
}
_SPECIAL_KINDS: Final = (
    (stat.S_ISFIFO, "named pipe"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISBLK, "block device"),
    (stat.S_ISCHR, "character device"),
)


GIT_FAILED: Final = "git cannot read the blob"
CREDENTIALS: Final = "looks like credentials"
_NAMING_KINDS: Final = ("symlink", "submodule", "Git LFS pointer", CREDENTIALS)
"""How the reason begins why such a file is listed."""


def not_shown(kind: str) -> str:
    """Why a file with credentials of a kind is listed."""
    return f"{CREDENTIALS} ({kind}); not shown"


def unreadable(error: OSError) -> str:
    code = error.errno or 0
    words = _WORDS_BY_ERRNO.get(code) or (os.strerror(code).lower() if code else "unknown error")
    return f"unreadable: {words}"


def may_pass(reason: str) -> bool:
    """Whether the machine was to blame, and another build may read the file as it lies there."""
    return reason.startswith(("unreadable", GIT_FAILED))


def too_large(limit: int) -> str:
    return f"larger than {size_in_words(limit)}"


def special_kind(mode: int) -> str:
    return next((words for test, words in _SPECIAL_KINDS if test(mode)), "special file")


def size_in_words(n_bytes: int) -> str:
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if n_bytes >= unit:
            return f"{n_bytes / unit:.1f} {name}".replace(".0 ", " ")
    return f"{n_bytes} bytes"


def summed_reasons(reasons: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Most frequent first; reasons that name their target (``symlink to x``) are summed up."""
    total: Counter[str] = Counter()
    for reason, n in reasons:
        kind = next((kind for kind in _NAMING_KINDS if reason.startswith(kind)), reason)
        total[kind] += n
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))
