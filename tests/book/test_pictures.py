"""What pictures are made of."""

from typing import Any

from repobook.book.shared.graph.pictures import folder_map, heat_of, language_bar, timeline
from repobook.model.blocks import Bar, Block, PageRef, Tile, Timeline, Treemap
from repobook.model.dossiers.dossier import FileLine
from repobook.model.dossiers.folder_dossier import ChildFolder, Words
from tests.fakes.dossiers import folder_dossier

OWN = FileLine("pkg/x.py", "Python", "source", 5, 50, "documented", "", "", n_findings=2)


def child(name: str, n_lines: int, n_findings: int = 0, n_changes: int = 0) -> ChildFolder:
    return ChildFolder(f"pkg/{name}", 1, n_lines, 0, n_findings, Words(), (), n_changes)


def drawn(*folders: ChildFolder, **fields: Any) -> list[Block]:
    return list(folder_map(folder_dossier(folders=folders, **fields)))


def test_languages_are_a_bar_and_the_small_ones_are_added_up() -> None:
    languages = [(f"L{n}", 1, 100 - n) for n in range(9)]
    (bar,) = language_bar(languages)
    assert isinstance(bar, Bar)
    assert bar.parts[0] == ("L0", 100)
    assert bar.parts[-1] == ("3 others", 94 + 93 + 92)


def test_one_language_needs_no_picture() -> None:
    assert not list(language_bar([("Python", 3, 90), ("Text", 1, 0)]))


def test_a_map_has_folders_by_lines_and_the_files_beside_them() -> None:
    (found,) = drawn(child("a", 90, 4), child("b", 10), files=(OWN,), path="pkg")
    assert isinstance(found, Treemap)
    assert found.tiles == (
        Tile("a/", 90, 4, PageRef("overview", "pkg/a")),
        Tile("b/", 10, 0, PageRef("overview", "pkg/b")),
        Tile("x.py", 5, 2, PageRef("file", "pkg/x.py")),
    )
    assert found.caption.startswith("Area: lines. Shade: findings")


def test_a_map_is_shaded_by_the_past_where_it_is_known() -> None:
    folders = (child("a", 9, 4, 7), child("b", 1))
    past = {"months": (("2024-01", 9),), "n_changes_by_file": {"pkg/x.py": 2}}
    (found,) = drawn(*folders, files=(OWN,), **past)
    assert isinstance(found, Treemap)
    assert (found.heat_of, [tile.heat for tile in found.tiles]) == ("changes", [7, 2, 0])
    assert heat_of(folder_dossier(months=())) == "findings"


def test_a_map_of_very_many_folders_adds_up_the_smallest() -> None:
    (found,) = drawn(*(child(f"{n:03}", 100) for n in range(60)))
    assert isinstance(found, Treemap)
    assert found.tiles[-1].label == "20 others"
    assert sum(tile.size for tile in found.tiles) == 6000


def test_a_file_without_a_page_is_not_on_the_map() -> None:
    listed = OWN._replace(status="listed")
    assert not drawn(child("a", 9), child("b", 1), files=(listed,))


def test_two_folders_need_no_map() -> None:
    assert not drawn(child("a", 9), child("b", 1), child("empty", 0))


def test_months_without_a_change_are_shown_as_none() -> None:
    (found,) = timeline("Commits", (("2023-11", 2), ("2024-02", 1)))
    periods = (("2023-11", 2), ("2023-12", 0), ("2024-01", 0), ("2024-02", 1))
    assert found == Timeline("Commits by month", periods)


def test_a_long_past_is_told_by_quarter_and_a_longer_one_by_year() -> None:
    (quarters,) = timeline("Commits", (("2019-02", 2), ("2024-02", 1)))
    (years,) = timeline("Commits", (("1999-02", 2), ("2024-02", 1), ("2024-12", 1)))
    assert isinstance(quarters, Timeline)
    assert isinstance(years, Timeline)
    assert (quarters.periods[0], quarters.periods[-1]) == (("2019 Q1", 2), ("2024 Q1", 1))
    assert (years.periods[0], years.periods[-1]) == (("1999", 2), ("2024", 2))


def test_a_past_of_centuries_keeps_every_commit() -> None:
    (found,) = timeline("Commits", (("0001-01", 1), ("9999-12", 1)))
    assert isinstance(found, Timeline)
    assert len(found.periods) <= 36
    assert sum(n for _, n in found.periods) == 2


def test_one_month_needs_no_picture() -> None:
    assert not list(timeline("Commits", (("2024-02", 9),)))
    assert not list(timeline("Commits", ()))
