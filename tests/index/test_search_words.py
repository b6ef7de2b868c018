"""The list of all words of a search index, made at once and kept up to date."""

from collections.abc import Mapping
from pathlib import Path

import apsw
import pytest

from repobook.index.search import search_words
from repobook.index.search.search_record import decode_search, encode_search
from repobook.index.search.search_words import WordReader
from repobook.index.search.search_writer import SearchWriter
from repobook.model.search.matches import FieldTexts
from repobook.text.terms import field_text


def _write(path: Path, texts: Mapping[int, str], *, is_copy: bool = False) -> Path:
    writer = SearchWriter(path, is_copy=is_copy)
    for file, text in texts.items():
        fields = FieldTexts("", "", "", "", field_text(text.encode()))
        record = encode_search(fields, (), text.encode())
        writer.add(file, f"{file}.py", decode_search(record))
    writer.finish({})
    return path


def _words(path: Path) -> set[str]:
    vocabulary = WordReader(apsw.Connection(str(path))).vocabulary
    assert vocabulary.startswith(b"\n")
    assert vocabulary.endswith(b"\n")
    return set(vocabulary.decode().split())


def _n_lists(path: Path) -> int:
    return int(apsw.Connection(str(path)).execute("SELECT count(*) FROM word_list").get)


def test_all_words_are_on_the_list(tmp_path: Path) -> None:
    path = _write(tmp_path / "search.db", {1: "flashAttn größe", 2: "item"})
    assert _words(path) == {"flashattn", "flash", "attn", "größe", "item", "py"}
    assert _n_lists(path) == 1


def test_words_of_files_that_come_later_stand_beside_it(tmp_path: Path) -> None:
    path = _write(tmp_path / "search.db", {1: "item", 2: "other"})
    _write(path, {1: "changed"}, is_copy=True)
    _write(path, {1: "again", 3: "new"}, is_copy=True)
    assert _words(path) >= {"other", "again", "new"}
    assert "changed" not in _words(path)
    assert _n_lists(path) == 3


def test_the_list_is_made_anew_when_much_stands_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_words, "_MAX_ROWS", 2)
    path = _write(tmp_path / "search.db", {1: "item", 2: "other"})
    _write(path, {1: "changed", 3: "new"}, is_copy=True)
    assert _words(path) == {"other", "changed", "new", "py"}
    assert _n_lists(path) == 1


def test_an_index_without_the_list_is_read_all_the_same(tmp_path: Path) -> None:
    path = _write(tmp_path / "search.db", {1: "item"})
    apsw.Connection(str(path)).execute("DROP TABLE word_list")
    assert _words(path) == {"item", "py"}


def test_an_index_without_files_has_no_words(tmp_path: Path) -> None:
    assert _words(_write(tmp_path / "search.db", {})) == set()
