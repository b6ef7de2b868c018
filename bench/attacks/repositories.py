"""Hostile repositories: several tricks at once, built and read as a user would.

Nothing outside the book changes, nothing is executed, every file is accounted for, no credential
is in the book, and the book is the one that is built where nobody had shipped anything.
"""

import os
import signal
import stat
import subprocess
from pathlib import Path

from bench.attacks import hostile_git
from bench.attacks.hostile_trees import PLAIN_TRICKS, ROUGH_TRICKS, Repository, Trick, write_base
from bench.attacks.lab import (
    DIFFERENT,
    EXECUTED,
    LOST,
    OUTSIDE,
    REJECTED,
    SECRET,
    UNTRUE,
    Done,
    Lab,
    changes,
    difference,
    published,
    remove,
    rows,
    shown,
    snapshot,
    walk,
)
from bench.attacks.shipped_books import FORGERIES, NOT_TRACKED, ship
from bench.attacks.sources import IN_PLACE, edit
from tests.fakes.trees import commit_all

from repobook.scan.sources.path_names import display


def attack(lab: Lab) -> None:
    repository = write_base(lab)
    tricks = _prepare(repository)
    lab.about = ", ".join(tricks)
    before = snapshot(lab.outside, lab.home, repository.root, without=repository.book)
    _read_what_is_shipped(repository)
    if _build(repository):
        _check(repository, tricks)
    if lab.draw.random() < 0.3:
        _build_in_other_ways(repository)
    after = snapshot(lab.outside, lab.home, repository.root, without=repository.book)
    for change in changes(before, after)[:5]:
        lab.report(OUTSIDE, change)
    if lab.mark.exists():
        lab.report(EXECUTED, shown(lab.mark.read_bytes()))
    lab.counts["repositories"] += 1


def _prepare(repository: Repository) -> list[str]:
    """The tricks that were played, in an order in which each can be."""
    draw, has_git = repository.draw, (repository.root / ".git").is_dir()
    shipped = ship(repository) if draw.random() < 0.65 else None
    played = _play(repository, PLAIN_TRICKS, draw.choice([0, 1, 2, 3]))
    if has_git and played and draw.random() < 0.5:
        commit_all(repository.root)
    if shipped:
        if draw.random() < 0.8:  # else the build may have nothing to do with the book
            kinds = draw.choice([(), IN_PLACE])  # a book is believed more where no path is new
            played += [edit(repository.root, draw, kinds) for _ in range(draw.randint(1, 3))]
        names = draw.sample(sorted(FORGERIES), draw.choice([1, 1, 2]))
        for name in sorted(names, key=lambda name: name == "book is a link"):
            FORGERIES[name](shipped)
        if has_git and draw.random() < 0.5 and not NOT_TRACKED & set(names):
            commit_all(repository.root)
            names.append("tracked book")
        played += [shipped.maker, *names]
    played += _play(repository, ROUGH_TRICKS, draw.choice([0, 0, 1]))
    if has_git:
        played += _play(repository, hostile_git.TRICKS, draw.choice([0, 1, 1, 2]))
    return played


def _play(repository: Repository, tricks: dict[str, Trick], n: int) -> list[str]:
    names = repository.draw.sample(sorted(tricks), n)
    played = []
    # Pipes last: the other tricks write to files, and would wait for a reader for ever.
    for name in sorted(names, key=lambda name: "pipe" in name):
        try:
            tricks[name](repository)
        except (OSError, subprocess.CalledProcessError):
            continue  # an earlier trick has taken its place, or git refuses what it left
        played.append(name)
    return played


def _read_what_is_shipped(repository: Repository) -> None:
    """Before anything was built: a book of unknown origin."""
    if not os.path.lexists(repository.book):
        return
    lab, book = repository.lab, repository.book
    questions: list[tuple[str | Path, ...]] = [
        ("search", "--book", book, "quokka"),
        ("show", "--book", book, "run"),
    ]
    questions += [("status", book), ("verify", book), ("refs", "--book", book, "run")]
    for question in lab.draw.sample(questions, 2):
        lab.run(*question, cwd=repository.root)


def _build(repository: Repository) -> bool:
    """A shipped book may be refused, in one clear line; without it there is no reason to."""
    done = repository.lab.run("build", cwd=repository.root)
    if done.code == 0:
        return True
    if _is_clear(done) and os.path.lexists(repository.book):
        repository.lab.counts["shipped books refused"] += 1
        remove(repository.book)
        done = repository.lab.run("build", cwd=repository.root)
    if done.code and done.code != -signal.SIGKILL:  # that one hung
        kind = LOST if _is_clear(done) else UNTRUE
        repository.lab.report(kind, f"not built, exit {done.code}: {done.first_line()}")
    return done.code == 0


def _is_clear(done: Done) -> bool:
    lines = [line for line in done.err.split(b"\n") if line.startswith(b"repobook: ")]
    return done.code == 2 and len(lines) == 1 and not lines[0].endswith(b": None")


def _check(repository: Repository, tricks: list[str]) -> None:
    lab, root, book = repository.lab, repository.root, repository.book
    verified = lab.run("verify", cwd=root)
    if verified.code:
        lab.report(REJECTED, shown(verified.out, 2000))
    knows_tracked = not set(tricks) & (set(hostile_git.TRICKS) - hostile_git.HONEST)
    for text in _lost(repository, knows_tracked)[:3]:
        lab.report(LOST, text)
    for secret in repository.secrets:
        if places := _places_of(secret, book):
            lab.report(SECRET, ", ".join(places[:5]))
    first = published(book)
    if lab.draw.random() < 0.4:
        lab.run("build", cwd=root)
        if (second := published(book)) != first:
            lab.report(DIFFERENT, f"a second build: {difference(second, first)}")
    remove(book)
    done = lab.run("build", cwd=root, env=lab.somebody_else("fresh"))
    fresh = published(book)
    if done.code:
        lab.report(LOST, f"not built without a book, {done.first_line()}")
    elif first != fresh:
        lab.report(DIFFERENT, f"not as a fresh build: {difference(first, fresh)}")


def _lost(repository: Repository, knows_tracked: bool) -> list[str]:
    """Regular files that neither list has, and tracked ones that something hides."""
    files = {path for (path,) in rows(repository.book, "SELECT path FROM files")}
    skipped = {path for (path,) in rows(repository.book, "SELECT path FROM skipped")}
    covered = files | skipped  # a nested repository is one row of files
    lost = []
    for path in _regular_files(repository.root):
        parts = path.split("/")
        above = {"/".join(parts[:n]) + "/" for n in range(1, len(parts))}
        if path not in covered and not {*above, *(one[:-1] for one in above)} & covered:
            lost.append(f"{path} is in no list")
    if knows_tracked:
        lost += [
            f"{path} is tracked and left out" for path in repository.hidden if path not in files
        ]
    return lost


def _regular_files(root: Path) -> list[str]:
    base = os.fsencode(root) + b"/"
    return [
        display(path.removeprefix(base))
        for path in walk(os.fsencode(root))
        if stat.S_ISREG(os.lstat(path).st_mode)
    ]


def _places_of(secret: bytes, book: Path) -> list[str]:
    found = [Path(os.fsdecode(path)) for path in walk(os.fsencode(book))]
    regular = [path for path in found if path.is_file() and not path.is_symlink()]
    return [str(path.relative_to(book)) for path in regular if secret in path.read_bytes()]


def _build_in_other_ways(repository: Repository) -> None:
    """Elsewhere, through a link, of a revision: an error is fine, an accident is not."""
    lab, root = repository.lab, repository.root
    (lab.work / "linked").symlink_to(root)
    (lab.work / "inner").symlink_to(lab.outside)
    ways: list[tuple[str | Path, ...]] = [
        (root, "-o", lab.work / "other.book"),
        (root, "--rev", "HEAD", "-o", lab.work / "rev.book"),
        (root / ".git", "-o", lab.work / "git.book"),
        (lab.work / "linked", "-o", lab.work / "linked.book"),
        (root, "--rev=--output=x", "-o", lab.work / "odd.book"),
    ]
    for way in lab.draw.sample(ways, 2):
        lab.run("build", *way, cwd=lab.work)
