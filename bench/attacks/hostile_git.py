"""What a git directory can be made of to hurt whoever asks it: one function a trick."""

import contextlib
import os
import shutil
from pathlib import Path
from typing import Final

from bench.attacks.hostile_trees import Repository, Trick
from tests.fakes.trees import git, make_repository, write_tree
from tests.scan.test_git_safety import _lose, _make_partial, poison

_PIPES: Final = (
    *("config", "HEAD", "packed-refs", "index", "shallow", "commondir", "info/grafts"),
    *("objects/info/alternates", "objects/info/commit-graph", "refs/heads/main", "description"),
    *("info/attributes", "info/exclude", "hooks/pre-commit", "config.worktree"),
)
_SPOILED: Final = ("HEAD", "config", "packed-refs", "index", "shallow", "refs/heads/main")
_BOMB_LEVELS: Final = 12
_BOMB_WIDTH: Final = 10


def _execution_keys(repository: Repository) -> None:
    # Another trick may have made a pipe of it, which nobody reads.
    (repository.root / ".gitattributes").unlink(missing_ok=True)
    write_tree(repository.root, {".gitattributes": "* filter=evil diff=evil merge=evil\n"})
    poison(_git_dir(repository), repository.lab.bait)


def _partial_clone(repository: Repository) -> None:
    with contextlib.suppress(Exception):  # the file may be gone from this tree
        _lose(repository.root, "README.md")
    url = repository.draw.choice(["ext::{bait}", "{root}", "ssh://host/x", "git://host/x"])
    bait = repository.lab.bait
    _make_partial(repository.root, bait, url.format(bait=bait, root=repository.root))


def _pipes(repository: Repository) -> None:
    for name in repository.draw.sample(_PIPES, repository.draw.choice([1, 1, 3])):
        path = _git_dir(repository) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)


def _pipe_of_objects(repository: Repository) -> None:
    name = repository.draw.choice(["objects", "refs", "objects/pack", "objects/info"])
    path = _git_dir(repository) / name
    shutil.rmtree(path, ignore_errors=True)
    os.mkfifo(path)


def _pipes_as_objects(repository: Repository) -> None:
    objects = sorted((_git_dir(repository) / "objects").glob("??/*"))
    for path in repository.draw.sample(objects, min(3, len(objects))):
        path.unlink()
        os.mkfifo(path)


def _spoiled(repository: Repository) -> None:
    path = _git_dir(repository) / repository.draw.choice(_SPOILED)
    path.parent.mkdir(parents=True, exist_ok=True)
    contents = (b"", b"\xff\0\x1b[31m", b"ref: ../../outside/thesis.txt\n", b"ref: -h\n", b"0" * 40)
    path.write_bytes(repository.draw.choice(contents))


def _spoiled_objects(repository: Repository) -> None:
    objects = sorted((_git_dir(repository) / "objects").glob("??/*"))
    for path in repository.draw.sample(objects, min(5, len(objects))):
        path.chmod(0o644)
        path.write_bytes(repository.draw.choice([b"", b"x\x9c", repository.draw.randbytes(50)]))


def _alternates(repository: Repository) -> None:
    path = _git_dir(repository) / "objects/info/alternates"
    path.parent.mkdir(parents=True, exist_ok=True)
    outside = repository.lab.outside
    lines = [str(outside), "/dev/zero", "../" * 30, str(_git_dir(repository) / "objects")]
    path.write_text("\n".join(repository.draw.sample(lines, 3)) + "\n")


def _tree_bomb(repository: Repository) -> None:
    """A dozen objects that name as many paths as they like."""
    root = repository.root
    blob = git(root, "hash-object", "-w", "--stdin", stdin=b"x = 1\n")
    entry = f"100644 blob {blob}"
    for _ in range(_BOMB_LEVELS):
        lines = "".join(f"{entry}\tdeep{n}\n" for n in range(_BOMB_WIDTH))
        entry = f"040000 tree {git(root, 'mktree', stdin=lines.encode())}"
    tree = entry.rpartition(" ")[2]
    with contextlib.suppress(Exception):  # an unborn or spoiled HEAD has no tree
        listing = git(root, "ls-tree", "HEAD")
        tree = git(root, "mktree", stdin=f"{listing}\n040000 tree {tree}\tbomb\n".encode())
    commit = git(root, "commit-tree", "-m", "x", tree)
    git(root, "update-ref", "HEAD", commit)


def _elsewhere(repository: Repository) -> None:
    """``.git`` as a file or a link that leads to another repository."""
    other = repository.lab.outside / "other"
    make_repository(other, {"secret.py": "x = 1\n"})
    shutil.rmtree(_git_dir(repository))
    if repository.draw.random() < 0.5:
        _git_dir(repository).write_text(f"gitdir: {other}/.git\n")
    else:
        _git_dir(repository).symlink_to(other / ".git")


def _links_inside(repository: Repository) -> None:
    """Folders of the git directory that lie somewhere else."""
    name = repository.draw.choice(["objects", "refs", "hooks", "logs", "index", "config", "HEAD"])
    path, outside = _git_dir(repository) / name, repository.lab.outside
    if path.exists():
        path.rename(outside / name)
    path.symlink_to(outside / name)


def _bare_below(repository: Repository) -> None:
    folder = repository.root / "bare"
    write_tree(folder, {"objects/": "", "refs/heads/": "", "HEAD": "ref: refs/heads/main\n"})
    write_tree(folder, {"config": "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"})
    poison(folder, repository.lab.bait)


def _refs(repository: Repository) -> None:
    """Names of branches that want to be options, paths and markup."""
    commit = git(repository.root, "rev-parse", "HEAD")
    for name in ("-h", "--output=x", "<svg onload=x>", "a\x1b[31m", "HEAD", "main.lock"):
        with contextlib.suppress(OSError):
            (_git_dir(repository) / "refs/heads" / name).write_text(f"{commit}\n")
    (_git_dir(repository) / "HEAD").write_text("ref: refs/heads/--output=x\n")


def _work_tree(repository: Repository) -> None:
    git(repository.root, "config", "core.worktree", str(repository.lab.outside))


def _large_files(repository: Repository) -> None:
    name = repository.draw.choice(["config", "packed-refs", "info/exclude", "shallow", "index"])
    path = _git_dir(repository) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.truncate(8 << 30)


def _git_dir(repository: Repository) -> Path:
    return repository.root / ".git"


TRICKS: Final[dict[str, Trick]] = {
    "execution keys": _execution_keys,
    "partial clone": _partial_clone,
    "pipes in .git": _pipes,
    "pipe in place of a git folder": _pipe_of_objects,
    "pipes as git objects": _pipes_as_objects,
    "spoiled git files": _spoiled,
    "spoiled git objects": _spoiled_objects,
    "alternates": _alternates,
    "tree bomb": _tree_bomb,
    ".git elsewhere": _elsewhere,
    "links in .git": _links_inside,
    "bare repository below": _bare_below,
    "names of refs": _refs,
    "work tree elsewhere": _work_tree,
    "large git files": _large_files,
}
# With these git may still say which files are tracked.
HONEST: Final = frozenset(["execution keys", "bare repository below", "work tree elsewhere"])
