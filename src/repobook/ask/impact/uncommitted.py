"""The uncommitted changes of a repository, as a patch would tell them."""

from repobook.scan.git.uncommitted import uncommitted_files
from repobook.text.lines import split_lines
from repobook.text.patches import ChangedFile, compared


def uncommitted_patch(folder: str) -> tuple[ChangedFile, ...]:
    """Files that git does not track and does not ignore are new ones, whole."""
    return tuple(
        compared(file.path, _lines(file.old), _lines(file.new))
        for file in uncommitted_files(folder)
    )


def _lines(data: bytes | None) -> list[str] | None:
    return None if data is None else split_lines(data.decode("utf-8", "replace"))
