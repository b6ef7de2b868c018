"""The versioned envelope around every answer that a program reads: terminal, HTTP, agents."""

from typing import Any, Final

from repobook.model.answers import as_data, is_cut

VERSION: Final = 1


def answered(command: str, commit: str, answer: Any) -> dict[str, Any]:
    """The envelope of one of the answers of ``ask/``."""
    return envelope(command, commit, as_data(answer), is_cut(answer))


def envelope(
    command: str, commit: str, data: Any, truncated: bool = False, next: str | None = None
) -> dict[str, Any]:
    return {
        "schema": VERSION,
        "commit": commit,
        "command": command,
        "data": data,
        "truncated": truncated,
        "next": next,
    }
