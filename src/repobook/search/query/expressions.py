"""Regular expressions on an engine whose time grows with the text and no more.

Most queries have none and need not wait for the engine to be loaded.
"""

from typing import Any


class UnreadablePatternError(Exception):
    """The expression cannot be read; says why."""


def compiled(source: str, flags: str = "") -> Any:
    """Over UTF-8; ``^`` and ``$`` are ends of lines. Raises ``UnreadablePatternError``."""
    import re2

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True  # what a group holds is never asked for
    try:
        expression = re2.compile(f"(?m{flags}){source}".encode("utf-8", "replace"), options=options)
    except re2.error as error:
        raise UnreadablePatternError(_reason(error)) from None
    re2.purge()  # the library would keep the last 128 with megabytes for each
    return expression


def literal(text: str) -> str:
    """An expression for this text as it stands."""
    import re2

    return str(re2.escape(text))


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else b""
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
