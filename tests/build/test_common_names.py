"""Calls that many files of a folder make tell nothing of one of them."""

from contextlib import closing
from pathlib import Path

import apsw

from repobook.analyse.purposes.named_calls import named_calls, with_chosen_calls
from repobook.build.link.common_names import CommonNames, files_with_other_calls
from repobook.index.purpose_tables import PurposeTables
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_CALLS = ("start", "report", "stop")


def test_rare_names_come_first_and_alone_where_they_are_enough() -> None:
    text = f"Calls {named_calls(['start', 'fly', 'stop', 'swim'])}"
    assert with_chosen_calls(text) == "Calls `start`, `fly`, `stop`, `swim`"
    assert with_chosen_calls(text, {"start", "stop"}) == "Calls `fly`, `swim` and others"
    rest = {"start", "stop", "swim"}
    assert with_chosen_calls(text, rest) == "Calls `fly`, `start`, `stop`, `swim`"


def test_names_are_common_in_folders_with_enough_files() -> None:
    files = [(n, f"tests/{n}.c", f"Tests {named_calls(['init', f'run{n}'])}") for n in range(6)]
    common = CommonNames([*files, (6, "lib/a.c", f"Runs {named_calls(['init', 'stop'])}")])
    assert common.around("tests/9.c") == {"init"}
    assert "stop" not in common.around("lib/a.c")
    assert not CommonNames(files[:3]).around("tests/9.c")


def test_another_file_may_make_a_name_common(tmp_path: Path) -> None:
    scripts = {
        f"scripts/{n}.py": "".join(f"{name}()\n" for name in (*_CALLS, f"one{n}", f"two{n}"))
        for n in range(4)
    }
    root = write_tree(tmp_path / "root", scripts)
    make_book(root, tmp_path / "before")
    write_tree(root, {"scripts/new.py": "start()\nother()\nstop()\nreport()\n"})
    make_book(root, tmp_path / "now")
    with (
        closing(apsw.Connection(str(tmp_path / "before" / "book.db"))) as before,
        closing(apsw.Connection(str(tmp_path / "now" / "book.db"))) as now,
    ):
        tables = PurposeTables(now)
        new = tables.ids_of(["scripts/new.py"])
        found = files_with_other_calls(PurposeTables(before), tables, new)
        old_ones = tables.ids_of(scripts)
        assert files_with_other_calls(PurposeTables(before), tables, old_ones) == set()
        old = set(scripts)
        paths = {path for id, path, _ in tables.calling() if id in found}
        shown = {
            purpose
            for path, purpose in now.execute("SELECT path, purpose FROM files")
            if path in old
        }
    assert old <= paths
    assert shown == {f"Calls `one{n}`, `two{n}` and others" for n in range(4)}
