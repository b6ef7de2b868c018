"""The same in Python where there is no C compiler: as ``sitecustomize`` it is in every process.

What SQLite and other libraries call themselves stays whole.
"""

import builtins
import io
import itertools
import os
from collections.abc import Callable
from typing import Any

_CALLS = {
    "open": [(os, "open"), (io, "open"), (builtins, "open")],
    "write": [(os, "write"), (os, "pwrite")],
    "read": [(os, "read"), (os, "pread")],
    "truncate": [(os, "ftruncate"), (os, "truncate")],
    "sync": [(os, "fsync")],
    "mkdir": [(os, "mkdir")],
    "rename": [(os, "rename"), (os, "replace")],
    "link": [(os, "link")],
    "unlink": [(os, "unlink"), (os, "remove"), (os, "rmdir")],
}


def _failing(real: Callable[..., Any], below: str, seen: "itertools.count[int]") -> Any:
    after, lasts = int(os.environ["FAULT_AFTER"]), os.environ["FAULT_LASTS"] == "1"
    number, mark = int(os.environ["FAULT_ERRNO"]), os.environ["FAULT_MARK"]

    def call(first: Any, *rest: Any, **options: Any) -> Any:
        if _place(first, options.get("dir_fd")).startswith(below):
            n = next(seen)
            if n == after or (n > after and lasts):
                os.mkdir(mark) if not os.path.exists(mark) else None
                raise OSError(number, os.strerror(number), first)
        return real(first, *rest, **options)

    return call


def _place(first: Any, folder: int | None) -> str:
    try:
        if isinstance(first, int) or folder is not None:
            return os.readlink(f"/proc/self/fd/{first if isinstance(first, int) else folder}")
        return os.path.abspath(os.fsdecode(first))
    except (OSError, TypeError):
        return ""


if "FAULT_CALL" in os.environ:
    _seen = itertools.count()
    for _owner, _name in _CALLS[os.environ["FAULT_CALL"]]:
        _made = _failing(getattr(_owner, _name), os.environ["FAULT_BELOW"], _seen)
        setattr(_owner, _name, _made)
