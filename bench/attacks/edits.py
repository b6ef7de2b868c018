"""Sequences of three edits: a book that followed them has the bytes of one built afresh."""

from pathlib import Path

from bench.attacks.lab import DIFFERENT, LOST, REJECTED, Lab, difference, published, remove, shown
from bench.attacks.sources import edit, write_program
from tests.fakes.trees import make_repository


def attack(lab: Lab) -> None:
    root, draw = lab.work / "tree", lab.draw
    if draw.random() < 0.6:
        make_repository(root, {})
    write_program(root, draw.randint(2, 12), draw)
    book = root / "tree.book" if draw.random() < 0.5 else lab.work / "tree.book"
    jobs: tuple[str, ...] = draw.choice([(), ("--jobs", "1"), ("--jobs", "2")])
    arguments: tuple[str | Path, ...] = ("build", ".", "-o", book, *jobs)
    if lab.run(*arguments, cwd=root).code:
        return lab.report(LOST, "the tree is not built")
    made: list[str] = []
    for n in range(3):
        made += [edit(root, draw) for _ in range(draw.randint(1, 3))] + ["build"]
        done = lab.run(*arguments, cwd=root)
        if done.code:
            return lab.report(LOST, f"not built after {made}: {done.first_line()}")
        if n == 2 or draw.random() < 0.25:
            _compare(lab, root, book, arguments, made)
    lab.counts["edits"] += 1


def _compare(
    lab: Lab, root: Path, book: Path, arguments: tuple[str | Path, ...], made: list[str]
) -> None:
    """The fresh book lies in the same place, made by somebody who has never built anything."""
    verified = lab.run("verify", book, cwd=root)
    if verified.code:
        lab.report(REJECTED, f"after {made}: {shown(verified.out, 2000)}")
    followed, aside = published(book), lab.place / "aside"
    book.rename(aside)
    lab.run(*arguments, cwd=root, env=lab.somebody_else(f"fresh-{len(made)}"))
    fresh = published(book)
    if followed != fresh:
        lab.report(DIFFERENT, f"after {made}: {difference(followed, fresh)}")
        book.rename(lab.place / f"fresh-{len(made)}.book")
    else:
        remove(book)
    aside.rename(book)
