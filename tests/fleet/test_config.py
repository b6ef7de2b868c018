"""What ``fleet.toml`` may say, and what it is refused for."""

from pathlib import Path

import pytest

from repobook.errors import RepobookError
from repobook.fleet.config import FleetRepository, Limits, read_fleet
from tests.fakes.trees import git, make_repository


def _read(folder: Path, text: str) -> object:
    (folder / "fleet.toml").write_text(text)
    return read_fleet(folder / "fleet.toml")


def test_paths_are_taken_from_the_folder_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "fleet.toml").write_text('[[repository]]\npath = "../a.git"\nrev = "v1"\n')
    fleet = read_fleet(tmp_path / "fleet.toml")
    assert fleet.name == "fleet"
    assert fleet.store == str(tmp_path / "books")
    assert fleet.database == str(tmp_path / "fleet.db")
    source = str(tmp_path.parent / "a.git")
    assert fleet.repositories == (FleetRepository("a", source, "v1", ("*",)),)


def test_an_address_is_left_as_it_is(tmp_path: Path) -> None:
    text = 'index = "postgresql://h/d"\nlimits.seconds = 5\n[[repository]]\npath = "a"\n'
    (tmp_path / "fleet.toml").write_text(text)
    fleet = read_fleet(tmp_path / "fleet.toml")
    assert fleet.database == "postgresql://h/d"
    assert fleet.limits == Limits(seconds=5)


def test_a_mirror_is_all_git_directories_of_a_folder(tmp_path: Path) -> None:
    for name in ("b", "a"):
        make_repository(tmp_path / name, {"x.py": "x = 1\n"})
        git(tmp_path, "clone", "-q", "--mirror", name, f"mirrors/{name}.git")
    (tmp_path / "mirrors" / "notes").mkdir()
    (tmp_path / "fleet.toml").write_text('[[mirror]]\npath = "mirrors"\nreaders = ["staff"]\n')
    found = read_fleet(tmp_path / "fleet.toml").repositories
    assert [(each.name, each.readers) for each in found] == [("a", ("staff",)), ("b", ("staff",))]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it lists no repository"),
        ("name = ", "Invalid value"),
        ("name = 3", "it lists no repository"),
        ('[[repository]]\npath = "a"\n[[repository]]\npath = "b/a"\n', "two repositories"),
        ('[[repository]]\npath = "a"\nreader = ["x"]\n', "unknown key repository.reader"),
        ('[[repository]]\npath = "a"\nreaders = "x"\n', "readers is a list"),
        ('[[repository]]\npath = "a"\nname = "../a"\n', "is not a valid repository name"),
        ('[[mirror]]\npath = "none"\n', "no such folder of mirrors"),
        ('repository = ["a"]', "repository is a table"),
        ('formats = ["pdf"]\n[[repository]]\npath = "a"\n', "formats are"),
        ('[limits]\nseconds = "x"\n[[repository]]\npath = "a"\n', "limits are whole numbers"),
    ],
)
def test_a_slip_is_refused_with_the_file_and_the_reason(
    tmp_path: Path, text: str, problem: str
) -> None:
    with pytest.raises(RepobookError, match=problem) as caught:
        _read(tmp_path, text)
    assert caught.value.message.startswith(str(tmp_path / "fleet.toml"))
