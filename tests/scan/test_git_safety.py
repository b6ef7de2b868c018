"""Nothing a git directory says can make anything run: each key that could has a canary."""

import os
import subprocess
from pathlib import Path

import pytest

from repobook.errors import UnreadableError
from repobook.scan.git import commands as safe_git
from repobook.scan.sources.source import find_source, open_source
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import git, make_repository, write_tree
from tests.scan.views import LIMIT, listing_of, paths, read_all

HOOKS = [
    "post-checkout",
    "post-index-change",
    "pre-auto-gc",
    "reference-transaction",
    "fsmonitor-watchman",
    "post-update",
    "pre-receive",
    "uploadpack-pack-objects",
]


def _keys(bait: str) -> dict[str, str]:
    """Every configuration key through which git is known to run a program."""
    keys = (
        *("core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand"),
        *("core.gitProxy", "core.alternateRefsCommand", "sequence.editor", "credential.helper"),
        *("gpg.program", "gpg.ssh.program", "gpg.x509.program", "gpg.ssh.defaultKeyCommand"),
        *("diff.external", "diff.evil.command", "diff.evil.textconv"),
        *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process"),
        *("merge.evil.driver", "mergetool.evil.cmd", "difftool.evil.cmd", "interactive.diffFilter"),
        *("uploadpack.packObjectsHook", "remote.origin.uploadpack", "remote.origin.receivepack"),
        *("pager.ls-tree", "pager.cat-file", "pager.rev-parse", "pager.rev-list"),
        *("browser.x.cmd", "man.x.cmd", "web.browser", "http.proxyAuthMethod", "ssh.variant"),
        *("trailer.x.command", "trailer.x.cmd", "submodule.x.update", "tar.x.command"),
        *("sendemail.smtpServer", "init.templateDir", "imap.tunnel", "gui.x.cmd"),
    )
    programs = dict.fromkeys(keys, bait)
    aliases = {f"alias.{name}": f"!{bait}" for name in ("ls-tree", "cat-file", "rev-parse")}
    return {
        **programs,
        **aliases,
        "filter.evil.required": "true",
        "log.showSignature": "true",
        "core.fsmonitorHookVersion": "2",
        "remote.origin.promisor": "true",
        "remote.origin.partialclonefilter": "blob:none",
        "remote.origin.url": f"ext::{bait}",
        "remote.origin.vcs": "evil",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "protocol.file.allow": "always",
        "core.hooksPath": str(Path(bait).parent / "hooks"),
    }


def bait_in(folder: Path) -> tuple[Path, Path]:
    """A program that leaves a mark, and the mark."""
    mark = folder / "CANARY"
    program = folder / "bait"
    program.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{mark}'\n")
    program.chmod(0o755)
    return program, mark


def poison(git_dir: Path, bait: Path) -> None:
    lines = []
    for key, value in _keys(str(bait)).items():
        section, _, name = key.rpartition(".")
        head, _, sub = section.partition(".")
        title = f'[{head} "{sub}"]' if sub else f"[{head}]"
        lines.append(f"{title}\n\t{name} = {value}\n")
    included = git_dir / "included"
    included.write_text("".join(lines))
    with (git_dir / "config").open("a") as config:
        config.write("".join(lines) + f"[include]\n\tpath = {included}\n")
    for folder in (git_dir / "hooks", bait.parent / "hooks"):
        folder.mkdir(exist_ok=True)
        for hook in HOOKS:
            (folder / hook).unlink(missing_ok=True)
            (folder / hook).symlink_to(bait)


FILES: dict[str, str | bytes] = {
    "a.py": "x = 1\n",
    "b.txt": "text\n",
    ".gitattributes": "* filter=evil diff=evil merge=evil\n",
}


def test_no_key_runs_anything_when_a_folder_is_read(tmp_path: Path) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, FILES)
    poison(root / ".git", bait)
    (root / "a.py").write_text("x = 2\n")
    assert read_all(root)["a.py"] == b"x = 2\n"
    assert not mark.exists()


def test_no_key_runs_anything_when_a_git_directory_is_read(tmp_path: Path) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, FILES)
    poison(root / ".git", bait)
    assert read_all(root, "HEAD")["a.py"] == b"x = 1\n"
    assert not mark.exists()


def _make_partial(root: Path, bait: Path, url: str) -> None:
    """Turns a repository into a partial clone whose remote is the bait."""
    with (root / ".git/config").open("a") as config:
        config.write(
            "[core]\n\trepositoryformatversion = 1\n"
            f"\tsshCommand = {bait}\n\tgitProxy = {bait}\n"
            "[extensions]\n\tpartialClone = origin\n"
            "[protocol]\n\tallow = always\n"
            f'[remote "origin"]\n\turl = {url}\n\tpromisor = true\n\tuploadpack = {bait}\n'
        )


def _lose(root: Path, path: str) -> None:
    blob = git(root, "rev-parse", f"HEAD:{path}")
    (root / ".git/objects" / blob[:2] / blob[2:]).unlink()


URLS = ["ext::{bait}", "{folder}/root", "file://{folder}/root", "ssh://host/x", "git://host/x"]


@pytest.mark.parametrize("url", URLS)
def test_missing_blob_of_a_partial_clone_is_not_fetched(tmp_path: Path, url: str) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, FILES)
    _lose(root, "b.txt")
    _make_partial(root, bait, url.format(bait=bait, folder=tmp_path))
    source = open_source(find_source(str(root), "HEAD"))
    entries = {entry.path: entry for entry in source.list().entries}
    assert entries["b.txt"].reason == "blob missing from the git directory"
    assert source.read(entries["a.py"], LIMIT) == b"x = 1\n"
    _lose(root, "a.py")
    source.close()
    with pytest.raises(UnreadableError):
        source.read(entries["a.py"], LIMIT)
    source.close()
    assert not mark.exists()


@pytest.mark.parametrize("url", URLS)
def test_partial_clone_would_have_run_the_bait(tmp_path: Path, url: str) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, FILES)
    blob = git(root, "rev-parse", "HEAD:b.txt")
    _lose(root, "b.txt")
    _make_partial(root, bait, url.format(bait=bait, folder=tmp_path))
    command = ["git", "-C", str(root), "cat-file", "-p", blob]
    subprocess.run(command, capture_output=True, check=False, timeout=SECONDS_OF_A_HANG)
    assert mark.exists()


def test_bait_would_have_worked(tmp_path: Path) -> None:
    """The canary is alive: careless git runs it."""
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, FILES)
    poison(root / ".git", bait)
    os.utime(root / "a.py", (1, 1))
    command = ["git", "-C", str(root), "status"]
    subprocess.run(command, capture_output=True, check=False, timeout=SECONDS_OF_A_HANG)
    assert mark.exists()


def test_git_of_the_tree_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, FILES)
    (root / "git").symlink_to(bait)
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")
    safe_git.find_git.cache_clear()
    assert "a.py" in paths(listing_of(root))
    assert not mark.exists()


def test_environment_of_the_caller_does_not_reach_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = make_repository(tmp_path / "root", FILES)
    make_repository(tmp_path / "other", {"x": "y"})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(tmp_path / "other/.git/objects"))
    assert listing_of(tmp_path / "root").commit == commit
    assert not (tmp_path / "trace").exists()


def test_only_harmless_commands_are_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path, FILES)
    started: list[list[str]] = []
    real = subprocess.Popen

    class Recorder(real):  # type: ignore[misc,valid-type]
        def __init__(self, command: list[str], **options: object) -> None:
            started.append(command)
            assert options["cwd"] == "/"
            super().__init__(command, **options)

    monkeypatch.setattr(subprocess, "Popen", Recorder)
    read_all(tmp_path)
    read_all(tmp_path, "main")
    assert all(os.path.isabs(command[0]) for command in started)
    assert all(command[1].startswith("--git-dir=/") for command in started)
    used = {command[len(safe_git._SAFE_OPTIONS) + 2] for command in started}
    assert used == {"rev-parse", "ls-tree", "cat-file", "rev-list"}


def test_work_tree_setting_does_not_narrow_the_listing(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    git(tmp_path, "config", "core.worktree", "/")
    listing = listing_of(tmp_path)
    assert all(entry.tracked for entry in listing.entries)
    assert len(listing_of(tmp_path, "main").entries) == len(FILES)


def test_git_that_hangs_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_repository(tmp_path / "root", FILES)
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setattr(safe_git, "find_git", lambda: str(slow))
    monkeypatch.setattr(safe_git, "_LIMITS", safe_git.Limits(seconds=0.3))
    answer = safe_git.resolve_commit(str(tmp_path / "root/.git"), "HEAD")
    assert answer.problem == safe_git.OUT_OF_LIMITS


def test_git_that_floods_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loud = tmp_path / "loud"
    loud.write_text("#!/bin/sh\nexec yes\n")
    loud.chmod(0o755)
    monkeypatch.setattr(safe_git, "find_git", lambda: str(loud))
    monkeypatch.setattr(safe_git, "_LIMITS", safe_git.Limits(n_bytes=1 << 20))
    write_tree(tmp_path, {"x": ""})
    answer = safe_git.ask(str(tmp_path), "rev-parse", "HEAD")
    assert answer.output == b""
    assert "printed more" in answer.problem
