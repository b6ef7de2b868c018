"""Nothing is written through a link, nothing outside of the folder, and by nobody else."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import repobook
from repobook.disk.writing import WritableFolder

OUTSIDE = "outside/file"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[WritableFolder]:
    (tmp_path / "outside").mkdir()
    (tmp_path / OUTSIDE).write_text("precious")
    (tmp_path / "folder").mkdir()
    with WritableFolder(tmp_path / "folder") as folder:
        yield folder
    assert (tmp_path / OUTSIDE).read_text() == "precious"
    assert os.listdir(tmp_path / "outside") == ["file"]


def test_files_are_written_in_folders_that_are_made(folder: WritableFolder) -> None:
    folder.write("a/b/c", b"text")
    assert (folder.path / "a/b/c").read_bytes() == b"text"


def test_what_is_in_the_place_of_a_file_is_replaced_and_not_followed(
    folder: WritableFolder, tmp_path: Path
) -> None:
    for name in ("link", "other"):
        (folder.path / name).symlink_to(tmp_path / OUTSIDE)
    folder.write("link", b"new")
    folder.write("fresh", b"new")
    folder.move("fresh", folder, "other")
    assert [(folder.path / name).read_bytes() for name in ("link", "other")] == [b"new", b"new"]
    assert not (folder.path / "other").is_symlink()


def test_no_folder_is_a_link(folder: WritableFolder, tmp_path: Path) -> None:
    (folder.path / "link").symlink_to(tmp_path / "outside")
    (folder.path / "file").write_text("x")
    for act in (
        lambda: folder.write("link/new", b"x"),
        lambda: folder.create("link/new"),
        lambda: folder.move("file", folder, "link/new"),
        lambda: folder.link("file", "link/new"),
        lambda: folder.open_own("link/file"),
        lambda: folder.stamp("link/file"),
    ):
        with pytest.raises(NotADirectoryError):
            act()
    folder.remove("link/file")
    folder.remove_all("link/file")
    assert folder.entries("link") == []


def test_the_folder_itself_is_no_link(folder: WritableFolder, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder.path)
    with pytest.raises(NotADirectoryError):
        WritableFolder(tmp_path / "link")


@pytest.mark.parametrize(
    "name", ["..", "../outside/file", "a/../../x", "/x", "a//b", "", ".", "a\0"]
)
def test_names_lie_below_the_folder(folder: WritableFolder, name: str) -> None:
    for act in (folder.create, folder.remove, folder.remove_all, folder.make_folder, folder.stamp):
        with pytest.raises(OSError, match="not a name below a folder"):
            act(name)


def test_a_file_in_place_is_plain_and_reached_by_no_other_name(
    folder: WritableFolder, tmp_path: Path
) -> None:
    os.mkfifo(folder.path / "pipe")
    os.link(tmp_path / OUTSIDE, folder.path / "second")
    (folder.path / "link").symlink_to(tmp_path / OUTSIDE)
    for name in ("pipe", "second", "link"):
        with pytest.raises(OSError, match=r"plain file|symbolic links"):
            folder.open_own(name)


def test_a_whole_tree_goes_however_deep_and_its_links_lead_nowhere(
    folder: WritableFolder, tmp_path: Path
) -> None:
    at = os.open(folder.path, os.O_RDONLY)
    for _ in range(1200):  # deeper than Python recurs
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.symlink(tmp_path / "outside", "link", dir_fd=below)
        os.close(at)
        at = below
    os.close(at)
    folder.remove_all("d")
    assert folder.entries() == []


def test_folders_far_apart_and_deep_are_found_again(folder: WritableFolder) -> None:
    names = [f"{n}/{n}/{n}/x" for n in range(40)]
    for _ in range(2):
        for name in names:
            folder.write(name, name.encode())
    assert all((folder.path / name).read_text() == name for name in names)


# What changes something on the disk, as code calls it.
_CHANGING = re.compile(
    r"os\.(replace|rename|renames|unlink|remove|removedirs|mkdir|makedirs|rmdir|link|symlink|mkfifo"
    r"|truncate|chmod|utime|mknod)"
    r"|shutil\.(rmtree|copy\w*|move)"
    r"|.*\.(write_text|write_bytes|unlink|mkdir|rmdir|touch|rename|symlink_to|hardlink_to|chmod)"
)
_WRITING_MODE = re.compile(r"[rwxabt+]*[wxa+][rwxabt+]*")
# The database engine writes its own files, into the fresh folder of a build.
_DATABASES = {"index/writer.py", "index/search/search_writer.py"}
_ALLOWED = {
    ("cli/__init__.py", "os.fdopen"),  # the terminal
    ("workers/forks.py", "open"),  # a pipe
    ("workers/silent_helper.py", "open"),  # nowhere
    ("index/reader/read_only.py", "apsw.Connection"),  # its flags have another name
    # Files that an operator names, none of which a repository can choose.
    ("fleet/database/sqlite.py", "apsw.Connection"),
    ("fleet/database/sqlite.py", "os.open"),
    ("web/fleet/audit.py", "os.open"),
}


def test_nobody_else_writes() -> None:
    source = Path(repobook.__file__).parent
    found = []
    for path in sorted(source.rglob("*.py")):
        name = path.relative_to(source).as_posix()
        if name != "disk/writing.py":
            found += [(name, call) for call in _writes(path.read_text(), name)]
    assert [place for place in found if place not in _ALLOWED] == []


def _writes(text: str, name: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func).replace("'", '"')
        arguments = [
            ast.unparse(value) for value in (*node.args, *(k.value for k in node.keywords))
        ]
        is_open = called.rpartition(".")[2] in ("open", "fdopen", "FileIO")
        modes = [text.strip("'\"") for text in arguments if text[:1] in "'\""]
        flags = " ".join(arguments).replace("'", '"')
        opens_file = called == "os.open" and re.search("O_WRONLY|O_RDWR|O_CREAT", flags)
        opens_index = called == "apsw.Connection" and name not in _DATABASES
        if (
            _CHANGING.fullmatch(called)
            or (is_open and any(_WRITING_MODE.fullmatch(mode) for mode in modes))
            or (opens_file and "os.devnull" not in flags)
            or (opens_index and "READONLY" not in flags and '":memory:"' not in flags)
        ):
            yield called


def test_a_file_far_down_is_linked_and_moved_where_it_was_meant_to_go(tmp_path: Path) -> None:
    """More folders than are held open lie on the way to it."""
    deep = "/".join(["d"] * 200)
    with WritableFolder(tmp_path) as folder:
        folder.write(f"{deep}/page", b"x")
        for n in range(20):
            folder.write(f"other/{n}/page", b"y")  # the deep ones are no longer open
        folder.link(f"{deep}/page", "aside/linked")
        folder.move(f"{deep}/page", folder, "aside/moved")
    assert sorted(path.name for path in (tmp_path / "aside").iterdir()) == ["linked", "moved"]
    assert not [path for path in (tmp_path / "d").rglob("*") if path.is_file()]
