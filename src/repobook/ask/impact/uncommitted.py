"""The uncommitted changes of a repository, as a patch would tell them."""

from repobook.scan.git.uncommitted import uncommitted_files
from repobook.text.lines import split_lines
from repobook.text.patches import ChangedFile, compared


def uncommitted_patch(folder: str) -> tuple[ChangedFile, ...]:
    """Of the tracked files; what is not tracked yet cannot be used by anything in a book."""
    return tuple(
        compared(file.path, _lines(file.old), None if file.new is None else _lines(file.new))
        for file in uncommitted_files(folder)
    )


def _lines(data: bytes) -> list[str]:
    return split_lines(data.decode("utf-8", "replace"))
