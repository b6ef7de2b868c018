"""Names that files bring and take away, and what is found by their words and letters."""

from collections.abc import Mapping
from pathlib import Path

import apsw
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.index.search.search_names import MANY_DEFINITIONS, NAME_TABLES, NameReader, NameWriter
from repobook.model.search.matches import NameRow
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

FILES: dict[int, list[str]] = {
    1: ["FlashAttention", "forward", "scaled_dot_product"],
    2: ["flash_attention", "forward", "forward", "operator+", "<<", "RRefData"],
    3: ["flash_attn_backward", "été_Größe"],
}


def test_names_are_found_by_words_letters_and_initials() -> None:
    reader = NameReader(_filled(FILES))
    assert _names(reader, '"flash"') == ["FlashAttention", "flash_attention", "flash_attn_backward"]
    assert _names(reader, '"flash" AND "backward"') == ["flash_attn_backward"]
    assert _names(reader, '"=flashattention"') == ["FlashAttention", "flash_attention"]
    assert _names(reader, '"=scaled" *') == ["scaled_dot_product"]
    assert _names(reader, '"~sdp"') == ["scaled_dot_product"]
    assert _names(reader, '"größe"') == ["été_Größe"]
    assert _names(reader, '"rref"') == _names(reader, '"ref"') == ["RRefData"]


def test_whether_some_name_has_a_word_is_told_without_looking_for_all() -> None:
    reader = NameReader(_filled(FILES))
    assert reader.has('("atten" *)')
    assert not reader.has('"atten"')


def test_a_name_counts_files_not_definitions() -> None:
    assert NameReader(_filled(FILES)).matching('"=forward"', 9) == [("forward", 2)]


def test_a_name_without_letters_is_none() -> None:
    assert "<<" not in NameReader(_filled(FILES)).vocabulary().split("\n")


def test_words_of_all_names() -> None:
    words = NameReader(_filled({1: ["getItem2", "item_x"]})).words()
    assert words == ["get", "item", "x"]


def test_nothing_was_ever_defined() -> None:
    reader = NameReader(_filled({}))
    assert (reader.vocabulary(), reader.words(), reader.matching('"a"', 9)) == ("", [], [])


_NAMES = st.sampled_from(["a", "A", "a_b", "aB", "b", "get_a", "GetA", "c3", "+"])
_STATES = st.dictionaries(st.integers(1, 4), st.lists(_NAMES, max_size=4), max_size=4)


@settings(max_examples=60)
@given(st.lists(_STATES, min_size=1, max_size=4))
def test_edits_leave_what_a_fresh_index_has(states: list[dict[int, list[str]]]) -> None:
    edited = _filled({})
    before: dict[int, list[str]] = {}
    for state in states:
        writer = NameWriter(edited)
        changed = [file for file in {*before, *state} if before.get(file) != state.get(file)]
        writer.remove(changed)
        for file in changed:
            writer.add(file, state.get(file, []))
        writer.finish()
        before = state
    fresh = _filled(states[-1])
    assert _rows(edited) == _rows(fresh)
    edited.execute("INSERT INTO name_term (name_term) VALUES ('integrity-check')")


def test_definitions_of_a_name_with_what_tells_their_weight(tmp_path: Path) -> None:
    tree = {
        "pkg/a.py": "class Layer:\n    def run(self): pass\n\n\ndef run(): pass\n",
        "pkg/b.py": "from pkg.a import run\n\n\ndef go():\n    run()\n    run()\n",
        "tests/test_a.py": "def run(): pass\n",
    }
    reader = _book_reader(tmp_path, tree)
    found = reader.definitions("run", 60)
    assert [(one.id, one.role) for one in found] == [
        ("pkg/a.py::Layer.run", "source"),
        ("pkg/a.py::run", "source"),
        ("tests/test_a.py::run", "test"),
    ]
    assert [one.n_users for one in reader.with_users(found)] == [0, 1, 0]
    assert [one.id for one in reader.definitions("run", 60, ["LAYER"])] == ["pkg/a.py::Layer.run"]
    assert [one.path for one in reader.definitions("run", 60, ["tests"])] == ["tests/test_a.py"]
    assert reader.n_definitions("run") == 3
    assert reader.definitions("Run", 60) == []


def test_definitions_that_are_expected_are_those_asked_for_one_by_one(tmp_path: Path) -> None:
    tree = {
        "pkg/a.py": "class Layer:\n    def run(self): pass\n\n\ndef run(): pass\n",
        "pkg/b.py": "def run(): pass\n\n\ndef go(): run()\n",
        "pkg/many.py": "def many(): pass\n" * 600,
    }
    reader = _book_reader(tmp_path, tree)
    names = ("run", "go", "no such name")
    alone = [(reader.definitions(name, 2), reader.n_definitions(name)) for name in names]
    reader.expect([NameRow(name, 2) for name in names])
    assert [(reader.definitions(name, 2), reader.n_definitions(name)) for name in names] == alone
    reader.expect([NameRow("many", 1)])
    assert (len(reader.definitions("many", 5)), reader.n_definitions("many")) == (5, 600)


def test_of_very_many_definitions_those_in_sources_are_looked_at(tmp_path: Path) -> None:
    many = {f"tests/test_{n}.py": "def run(): pass\n" for n in range(MANY_DEFINITIONS)}
    reader = _book_reader(tmp_path, {**many, "pkg/z.py": "def run(): pass\n"})
    assert reader.n_definitions("run") == MANY_DEFINITIONS + 1
    assert reader.definitions("run", 60)[0].path == "pkg/z.py"
    assert len(reader.definitions("run", 60)) == 60
    assert len(reader.definitions("run", 10_000)) == MANY_DEFINITIONS + 1


def _filled(names_by_file: Mapping[int, list[str]]) -> apsw.Connection:
    db = apsw.Connection("")
    db.execute(NAME_TABLES)
    writer = NameWriter(db)
    for file, names in names_by_file.items():
        writer.add(file, names)
    writer.finish()
    return db


def _names(reader: NameReader, expression: str) -> list[str]:
    return [row.name for row in reader.matching(expression, 9)]


def _rows(db: apsw.Connection) -> object:
    """Numbers of names depend on the order of edits; nothing that is told does."""
    db.execute("CREATE VIRTUAL TABLE temp.every_term USING fts5vocab(main, name_term, row)")
    name_by_id = dict(db.execute("SELECT id, name FROM name"))
    by_word = [
        (term, sorted(name_by_id[row] for (row,) in db.execute(_HAVING, (f'"{term}"',))))
        for (term,) in db.execute(_TERMS)
    ]
    return sorted(db.execute("SELECT name, n_files FROM name")), by_word


_HAVING = "SELECT rowid FROM name_term WHERE name_term MATCH ?"
_TERMS = "SELECT term FROM temp.every_term"


def _book_reader(tmp_path: Path, tree: Mapping[str, str]) -> NameReader:
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    db = _filled({})
    db.execute("ATTACH ? AS book", (str(tmp_path / "book" / "book.db"),))
    return NameReader(db)
