"""Filling the search index, all at once or with what was gathered put away in between."""

from pathlib import Path

import apsw

from repobook.build.search_records import search_record
from repobook.index.checksum import is_sealed
from repobook.index.search.search_record import decode_search
from repobook.index.search.search_writer import SearchWriter
from repobook.model.facts import FileFacts
from repobook.text.decode import decode

TEXTS = {1: b"open the door\n", 2: b"close the window\n", 3: b"paint the door\n"}


def test_what_was_put_away_is_found_like_the_rest(tmp_path: Path) -> None:
    writer = SearchWriter(tmp_path / "search.db", is_copy=False)
    _add(writer, 1, 2)
    writer.put_away()
    _add(writer, 2, 3)
    writer.remove([1])
    writer.finish({})
    assert _found(tmp_path / "search.db", "door") == [3]
    assert _found(tmp_path / "search.db", "window") == [2]


def test_what_is_put_away_takes_no_memory(tmp_path: Path) -> None:
    writer = SearchWriter(tmp_path / "search.db", is_copy=False)
    text = " ".join(f"word{n}" for n in range(50_000)).encode()
    writer.add(1, "a.txt", decode_search(search_record(decode(text), FileFacts(1))))
    gathered = apsw.status(apsw.SQLITE_STATUS_MEMORY_USED)[0]
    writer.put_away()
    assert gathered - apsw.status(apsw.SQLITE_STATUS_MEMORY_USED)[0] > 1 << 20
    writer.close()


def test_an_index_whose_files_were_all_replaced_is_no_larger_than_a_new_one(tmp_path: Path) -> None:
    worn, fresh = tmp_path / "worn.db", tmp_path / "fresh.db"
    _fill(SearchWriter(worn, is_copy=False), "before")
    _fill(SearchWriter(worn, is_copy=True), "after")
    _fill(SearchWriter(fresh, is_copy=False), "after")
    assert worn.stat().st_size <= fresh.stat().st_size * 1.05
    assert _found(worn, "after7") == _found(fresh, "after7") == [7]
    assert _found(worn, "before7") == []
    assert is_sealed(worn)
    assert not list(tmp_path.glob("*.fresh"))


def _fill(writer: SearchWriter, word: str) -> None:
    for file in range(210):
        text = " ".join([f"{word}{file}", *(f"{word}{file}x{n}" for n in range(90))]).encode()
        writer.add(file, f"{file}.txt", decode_search(search_record(decode(text), FileFacts(1))))
    writer.finish({})


def _add(writer: SearchWriter, *files: int) -> None:
    for file in files:
        record = decode_search(search_record(decode(TEXTS[file]), FileFacts(1)))
        writer.add(file, f"{file}.txt", record)


def _found(path: Path, word: str) -> list[int]:
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    rows = db.execute(
        "SELECT file FROM file_text JOIN indexed_file ON row = file_text.rowid"
        " WHERE file_text MATCH ? ORDER BY file",
        (word,),
    )
    return [file for (file,) in rows]
