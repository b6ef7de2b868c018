"""The key that proves that a book's cache was written by this user, on this machine, for it.

A repository can ship a whole book with a cache of its own. So all that is remembered between
builds is authenticated with a key that no repository has: a secret of the user's, outside of any
repository, bound to the place of the book and to its source. What fails is worked out again.
"""

import contextlib
import fcntl
import hashlib
import os
import secrets
import stat
from pathlib import Path
from typing import Final, NamedTuple

from repobook.disk.writing import WritableFolder, make_folders
from repobook.errors import RepobookError

KEY_VARIABLE: Final = "REPOBOOK_KEY"
_MIN_CHARACTERS: Final = 16
_SECRET_BYTES: Final = 32
_FIRST_LINE: Final = b"repobook key 1\n"
_DIGEST_BYTES: Final = 16


class BookKey(NamedTuple):
    """What the caches of one book are authenticated with."""

    key: bytes
    notice: str = ""
    """Why the next build cannot use the caches of this one."""

    def digest(self, purpose: str, *parts: bytes | memoryview) -> bytes:
        """A keyed hash; a digest for one purpose is not valid for another."""
        state = hashlib.blake2b(key=self.key, digest_size=_DIGEST_BYTES, person=purpose.encode())
        for part in parts:
            state.update(part)
        return state.digest()


def book_key(book: Path, source: str) -> BookKey:
    """``source`` identifies what the book is made from."""
    user_key = os.environ.get(KEY_VARIABLE)
    if user_key is not None:
        return BookKey(_given_key(user_key))
    try:
        secret = _user_secret(_state_folder())
    except OSError as error:
        return BookKey(secrets.token_bytes(_SECRET_BYTES), _no_key(error))
    place = f"{os.path.realpath(book)}\0{source}".encode("utf-8", "surrogateescape")
    return BookKey(hashlib.blake2b(place, key=secret, digest_size=_SECRET_BYTES).digest())


def _given_key(user_key: str) -> bytes:
    """A key of the user's own is not bound to a path, so a cache may be moved to another folder."""
    if len(user_key) < _MIN_CHARACTERS:
        message = f"{KEY_VARIABLE} has to have at least {_MIN_CHARACTERS} characters"
        raise RepobookError(message, "choose a random secret, or unset it")
    text = user_key.encode("utf-8", "surrogateescape")
    return hashlib.blake2b(text, digest_size=_SECRET_BYTES).digest()


def _no_key(error: OSError) -> str:
    why = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"no key can be kept, so the next build starts from nothing ({why})"


def _state_folder() -> Path:
    folder = os.environ.get("XDG_STATE_HOME", "")
    base = Path(folder) if os.path.isabs(folder) else Path(_home(), ".local", "state")
    return base / "repobook"


def _home() -> str:
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        raise FileNotFoundError(2, "there is no home folder")
    return home


def _user_secret(folder: Path) -> bytes:
    make_folders(folder, 0o700)
    with WritableFolder(folder) as state:
        return _secret_in(state) or _made_secret(state)


def _secret_in(state: WritableFolder) -> bytes | None:
    """None if there is none, or if others could have read or written it."""
    try:
        with state.open_own("key") as file:
            status = os.fstat(file.fileno())
            is_private = status.st_uid == os.geteuid() and not stat.S_IMODE(status.st_mode) & 0o077
            content = file.read(1 << 10)
    except OSError:
        return None
    head, secret = content[: len(_FIRST_LINE)], content[len(_FIRST_LINE) :].strip()
    if not is_private or head != _FIRST_LINE:
        return None
    with contextlib.suppress(ValueError):
        secret = bytes.fromhex(secret.decode("ascii"))
        return secret if len(secret) == _SECRET_BYTES else None
    return None


def _made_secret(state: WritableFolder) -> bytes:
    """Of two builds at the same time, the second reads the secret that the first has written."""
    with state.open_own("key.lock", create=True) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if existing := _secret_in(state):
            return existing
        secret, fresh = secrets.token_bytes(_SECRET_BYTES), f"key.{secrets.token_hex(8)}"
        state.write(fresh, _FIRST_LINE + secret.hex().encode() + b"\n", mode=0o600)
        state.move(fresh, state, "key")
        return secret
