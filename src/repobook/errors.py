"""The few exceptions of repobook: they carry what the user needs, and the edge catches them."""


class RepobookError(Exception):
    """A problem the user can act on: one clear line, and where it helps a hint of what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UnreadableError(RepobookError):
    """One file's bytes cannot be had; the file is listed with this reason and the build goes on."""


class DamagedCacheError(RepobookError):
    """A record of the cache is not as it was written: the book is built without any of them."""

    def __init__(self) -> None:
        super().__init__("the cache of the book is damaged", "build it with --no-cache")
