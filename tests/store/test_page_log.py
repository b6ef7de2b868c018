"""A build that was killed is taken up where it ended."""

from pathlib import Path

from repobook.store.page_log import PageLog
from repobook.store.pages import MadePages, PageEntry, Staging


def _staged(folder: Path, name: str) -> MadePages:
    sha256, _ = Staging(folder, {}).put(name, f"text of {name}\n")
    return MadePages((PageEntry(name, sha256, 1, 2),), (3,), (4,))


def _killed(folder: Path) -> dict[str, MadePages]:
    """The log is never closed."""
    log = PageLog(folder, "key")
    made = {f"file {n}": _staged(folder, f"a/{n}.md") for n in range(3)}
    for subject, pages in made.items():
        log.put(subject, pages)
    return made


def test_what_was_staged_is_not_made_again(tmp_path: Path) -> None:
    made = _killed(tmp_path)
    again = PageLog(tmp_path, "key")
    assert again.made == made
    again.close()
    assert PageLog(tmp_path, "key").made == made


def test_pages_of_another_index_do_not_count(tmp_path: Path) -> None:
    _killed(tmp_path)
    assert PageLog(tmp_path, "other").made == {}


def test_a_page_that_is_gone_or_damaged_is_made_again(tmp_path: Path) -> None:
    made = _killed(tmp_path)
    (tmp_path / "a/0.md").unlink()
    (tmp_path / "a/1.md").write_text("half of it")
    assert PageLog(tmp_path, "key").made == {"file 2": made["file 2"]}


def test_a_record_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    made = _killed(tmp_path)
    log = tmp_path / ".log"
    log.write_bytes(log.read_bytes()[:-5])
    assert PageLog(tmp_path, "key").made == {k: made[k] for k in ("file 0", "file 1")}
