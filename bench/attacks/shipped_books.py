"""Books that a repository brings along: real ones, made by somebody else, and then forged.

The names of everything in a book, also of what is there only while it is built, are seen by
watching a real build; where a checksum needs no secret the forger makes a new one.
"""

import contextlib
import hashlib
import json
import os
import random
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from bench.attacks.hostile_trees import Repository
from bench.attacks.lab import PROJECT, copy, hash_of, remove, walk
from tests.fakes.trees import write_tree

_DIGEST_BYTES: Final = 16
# Beside what was seen: names that a build may use only on a bad day.
_PLACES: Final = (
    *("", "cache", "cache/staging", "cache/staging/.log", "cache/staging/markdown"),
    *("cache/staging/site", "cache/book.db.new", "cache/book.db.working"),
    *("cache/search.db.new", "cache/search.db.working", "cache/lint", "cache/replaced"),
    *("cache/facts", "cache/facts.new", "cache/pages", "cache/pages.new", "cache/seen"),
    *("cache/seen.new", "cache/history", "cache/history.new", "unfinished", "manifest.json"),
    *("manifest.json.new", "book.db", "book.db.new", "book.db-journal", "book.db-wal"),
    *("search.db", "search.db-journal", "cache/book.db.working-journal", ".lock", "markdown"),
    *("site", "site/book-assets", "site/book-index", "markdown/index.md", "site/index.html"),
)
_LIES: Final = """
try:
    import repobook.parse as parse
    honest = parse.parse
    def lying(language, content):
        facts = honest(language, content)
        names = {"definitions", "findings", "references"} & set(facts._fields)
        return facts._replace(**dict.fromkeys(names, ()))
    parse.parse = lying
except Exception:
    pass
"""


class Shipped(NamedTuple):
    maker: str
    repository: Repository
    book: Path
    places: tuple[str, ...]
    """Relative to the book: files and folders, the lasting and the passing."""

    @property
    def draw(self) -> random.Random:
        return self.repository.draw

    @property
    def outside(self) -> Path:
        return self.repository.lab.outside

    def pages(self) -> list[str]:
        found = [*self.book.glob("markdown/**/*.md"), *self.book.glob("site/**/*.html")]
        return sorted(str(page.relative_to(self.book)) for page in found)


Forgery = Callable[[Shipped], None]


def ship(repository: Repository) -> Shipped | None:
    """A real book in its place, made by the attacker: now and then with a parser that lies."""
    lab, book = repository.lab, repository.book
    env = lab.somebody_else("attacker")
    maker = "made by somebody else"
    if repository.draw.random() < 0.3:
        maker = "made by a parser that lies"
        write_tree(lab.place / "lies", {"sitecustomize.py": _LIES})
        env["PYTHONPATH"] = f"{lab.place / 'lies'}:{PROJECT / 'src'}"
    run = lab.start("build", cwd=repository.root, env=env)
    seen: set[str] = set()
    while run.process.poll() is None:
        seen |= _places(book)
        time.sleep(0.01)
    if run.wait().code:
        return None
    return Shipped(maker, repository, book, tuple(sorted({*seen, *_places(book), *_PLACES})))


def _places(book: Path) -> set[str]:
    return {os.path.relpath(os.fsdecode(path), book) for path in walk(os.fsencode(book))}


# Links and things that are no files -------------------------------------------------------------


def _target(shipped: Shipped, is_folder: bool) -> Path:
    """Something precious, or a name in a precious folder that is still free."""
    outside, draw = shipped.outside, shipped.draw
    n = draw.randrange(1000)
    if is_folder:
        return draw.choice(
            [outside, outside / "docs", outside / "empty", shipped.repository.lab.home]
        )
    return draw.choice(
        [
            outside / "thesis.txt",
            outside / "docs/index.html",
            outside / "database.sqlite",
            outside / f"site-packages/evil-{n}.pth",
            outside / "site-packages/distutils-precedence.pth",
            shipped.repository.lab.home / ".bashrc",
            shipped.repository.root / "README.md",
            Path("/dev/zero"),
        ]
    )


def _cleared(shipped: Shipped, place: str) -> Path:
    """Free for something else."""
    path = shipped.book / place if place else shipped.book
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _put(shipped: Shipped, places: list[str], make: Callable[[Path, bool], None]) -> None:
    for place in places:
        is_folder = (shipped.book / place).is_dir() or place in ("", "cache/staging", "cache/lint")
        with contextlib.suppress(OSError):  # another forgery may have taken the place
            make(_cleared(shipped, place), is_folder)


def _link(shipped: Shipped) -> None:
    """One or a few of all places lead out of the book."""
    places = shipped.draw.sample(shipped.places, shipped.draw.choice([1, 1, 2, 5]))
    _put(shipped, places, lambda path, is_folder: path.symlink_to(_target(shipped, is_folder)))


def _link_known(shipped: Shipped) -> None:
    """The same in the places that matter most."""
    place = shipped.draw.choice(_PLACES)
    is_folder = shipped.draw.random() < 0.5
    _put(shipped, [place], lambda path, _: path.symlink_to(_target(shipped, is_folder)))


def _link_staged_pages(shipped: Shipped) -> None:
    """A build that stages its pages in a place known beforehand writes through these."""
    folders = [place for place in shipped.places if place.startswith("cache/stag")]
    site_packages, pages = shipped.outside / "site-packages", shipped.pages()
    for staging in [place for place in folders if place.count("/") == 1]:
        shutil.rmtree(shipped.book / staging, ignore_errors=True)
        for n, page in enumerate(shipped.draw.sample(pages, len(pages) // 2)):
            path = shipped.book / staging / page
            with contextlib.suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to(site_packages / f"evil-{n}.pth")


def _hard_link(shipped: Shipped) -> None:
    files = [place for place in shipped.places if not (shipped.book / place).is_dir()]
    victims = [path for path in sorted(shipped.outside.rglob("*")) if path.is_file()]
    places = shipped.draw.sample(files, min(3, len(files)))
    _put(shipped, places, lambda path, _: os.link(shipped.draw.choice(victims), path))


def _pipe(shipped: Shipped) -> None:
    places = shipped.draw.sample(shipped.places, 2)
    _put(shipped, places, lambda path, _: os.mkfifo(path))


def _other_kind(shipped: Shipped) -> None:
    """A folder for a file, a file for a folder."""

    def make(path: Path, is_folder: bool) -> None:
        path.write_bytes(b"x") if is_folder else path.mkdir()

    _put(shipped, shipped.draw.sample(shipped.places[1:], 3), make)


def _sparse(shipped: Shipped) -> None:
    """Eight gigabytes of nothing behind a beginning that looks right."""
    place = shipped.draw.choice([one for one in _PLACES if "." in one or one.count("/") == 1])
    path = shipped.book / place
    if path.is_dir() or path.is_symlink():
        return
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.truncate(8 << 30)


def _book_is_a_link(shipped: Shipped) -> None:
    other = shipped.outside / "other.book"
    target = shipped.draw.choice(
        [other, shipped.outside, shipped.outside / "gone", other / "cache"]
    )
    copy(shipped.book, other)
    remove(shipped.book)
    shipped.book.symlink_to(target)


def _modes(shipped: Shipped) -> None:
    for place in shipped.draw.sample(shipped.places[1:], 5):
        path = shipped.book / place
        if path.exists() and not path.is_symlink():
            path.chmod(shipped.draw.choice([0, 0o400, 0o4777]))


# Contents ---------------------------------------------------------------------------------------


def _damage(shipped: Shipped) -> None:
    files = [shipped.book / place for place in shipped.places]
    whole = [path for path in files if path.is_file() and path.stat().st_size]
    for path in shipped.draw.sample(whole, min(4, len(whole))):
        content = bytearray(path.read_bytes())
        at = shipped.draw.randrange(len(content))
        content[at] ^= 1 << shipped.draw.randrange(8)
        path.write_bytes(content[:at] if shipped.draw.random() < 0.3 else content)


def _cache_files(shipped: Shipped) -> list[Path]:
    """What a checksum without a secret stands before."""
    found = [path for path in sorted((shipped.book / "cache").rglob("*")) if path.is_file()]
    return [path for path in found if _is_checksummed(path.read_bytes())]


def _is_checksummed(content: bytes) -> bool:
    return len(content) > _DIGEST_BYTES and content[:_DIGEST_BYTES] == _digest(
        content[_DIGEST_BYTES:]
    )


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()


def _write_checksummed(path: Path, data: bytes) -> None:
    path.write_bytes(_digest(data) + data)


def _malformed(shipped: Shipped) -> None:
    """The checksum is right and the rest is not what it should be."""
    draw = shipped.draw
    for path in _cache_files(shipped) or [shipped.book / "cache/pages"]:
        data = path.read_bytes()[_DIGEST_BYTES:]
        others = [b"", b"\xc0", b"\x90", b"\x80", b"\xff" * 40, draw.randbytes(60), data[:-3]]
        others += [
            data + b"\0",
            _mixed(data, draw),
            b"\x91" * 5000 + b"\xc0",
            b"\xdf\xff\xff\xff\xff",
        ]
        with contextlib.suppress(OSError):
            _write_checksummed(path, draw.choice(others))


def _mixed(data: bytes, draw: random.Random) -> bytes:
    """As msgpack, with values of other types in some places."""
    try:
        return msgspec.msgpack.encode(_confused(msgspec.msgpack.decode(data), draw))
    except (msgspec.DecodeError, RecursionError, TypeError, ValueError):
        return data[::-1]


def _confused(value: Any, draw: random.Random) -> Any:
    if draw.random() < 0.03:
        return draw.choice([None, -1, 2**63, "x", b"\xff", [], {}, 1.5, [[]], "\ud7ff", "../" * 9])
    if isinstance(value, dict):
        return {key: _confused(one, draw) for key, one in value.items()}
    return [_confused(one, draw) for one in value] if isinstance(value, list) else value


def _wicked_names(shipped: Shipped) -> None:
    """Pages that are said to have been ours and are gone: a build removes them."""
    up = os.path.relpath(shipped.outside, shipped.book)
    names = [f"{up}/thesis.txt", f"{up}/docs/chapter.md", f"markdown/../{up}/docs/index.html"]
    names += [str(shipped.outside / "thesis.txt"), "../README.md", f"{up}/empty/x", "../.git/HEAD"]
    for path in _cache_files(shipped):
        with contextlib.suppress(msgspec.DecodeError, TypeError, ValueError, RecursionError):
            value = msgspec.msgpack.decode(path.read_bytes()[_DIGEST_BYTES:])
            _write_checksummed(
                path, msgspec.msgpack.encode(_with_names(value, names, shipped.draw))
            )


def _with_names(value: Any, names: list[str], draw: random.Random) -> Any:
    """A mapping to pages gets more entries like another's, in which pages have wicked names."""
    if isinstance(value, dict):
        found = {key: _with_names(one, names, draw) for key, one in value.items()}
        if found and all(isinstance(key, str) for key in found):
            key = draw.choice(sorted(found))
            renamed = [_renamed(found[key], names, draw) for _ in range(3)]
            if renamed[0] != found[key]:
                found |= {f"gone{n}.py": one for n, one in enumerate(renamed)}
        return found
    return [_with_names(one, names, draw) for one in value] if isinstance(value, list) else value


def _renamed(value: Any, names: list[str], draw: random.Random) -> Any:
    if isinstance(value, str) and value.endswith((".md", ".html", ".js")):
        return draw.choice(names)
    return [_renamed(one, names, draw) for one in value] if isinstance(value, list) else value


def _wicked_manifest(shipped: Shipped) -> None:
    path = shipped.book / "manifest.json"
    up = os.path.relpath(shipped.outside, shipped.book)
    entry = {"sha256": hash_of(path), "bytes": 1}
    outputs = {f"{up}/thesis.txt": entry, str(shipped.outside / "docs/index.html"): entry}
    with contextlib.suppress(OSError, ValueError):
        manifest = json.loads(path.read_text())
        kind = shipped.draw.choice(["outputs", "values", "state", "nested"])
        if kind == "outputs":
            manifest["outputs"] = {**manifest.get("outputs", {}), **outputs}
        elif kind == "values":
            manifest = dict.fromkeys(manifest, shipped.draw.choice([None, [1], "x", 1e308]))
            manifest = {"made_by": "repobook", **manifest}
        elif kind == "state":
            manifest["state"] = "unfinished"
            (shipped.book / "unfinished").write_text("x")
        text = (
            json.dumps(manifest)
            if kind != "nested"
            else '{"made_by": "repobook", "x": ' + "[" * 99_999
        )
        path.write_text(text)


def _forged_page(shipped: Shipped) -> None:
    """A page says something else, and all that vouches for it is made to agree."""
    pages = shipped.pages()
    if not pages:
        return
    for name in shipped.draw.sample(pages, min(3, len(pages))):
        path = shipped.book / name
        if path.is_symlink() or not path.is_file():
            continue
        found = path.stat()
        old = path.read_bytes()
        new = old.replace(b"e", b"o", 9) if b"e" in old else old[::-1]
        path.write_bytes(new)
        os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
        _replace_sums(shipped, old, new)


def _replace_sums(shipped: Shipped, old: bytes, new: bytes) -> None:
    """In the manifest and in the cache, as text and as bytes."""
    one, other = hashlib.sha256(old), hashlib.sha256(new)
    for path in [shipped.book / "manifest.json", *_cache_files(shipped)]:
        with contextlib.suppress(OSError):
            content = path.read_bytes()
            is_checksummed = _is_checksummed(content)
            data = content[_DIGEST_BYTES:] if is_checksummed else content
            data = data.replace(one.hexdigest().encode(), other.hexdigest().encode())
            data = data.replace(one.digest(), other.digest())
            path.write_bytes(_digest(data) + data if is_checksummed else data)


_ENDLESS: Final = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x"
_STATEMENTS: Final = (
    "CREATE TRIGGER evil AFTER INSERT ON file BEGIN UPDATE file SET doc = 'forged'; END",
    "CREATE TRIGGER evil AFTER INSERT ON meta_entry BEGIN DELETE FROM finding; END",
    "CREATE TRIGGER evil AFTER UPDATE ON file BEGIN DELETE FROM symbol; END",
    "CREATE TRIGGER evil BEFORE DELETE ON file BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TABLE forged (text TEXT)",
    "CREATE TABLE wide AS SELECT zeroblob(200000000) AS x",
    "CREATE INDEX forged_index ON file (doc)",
    "UPDATE file SET doc = 'forged', summary = 'forged'",
    "DELETE FROM finding",
    "DELETE FROM symbol",
    "UPDATE meta_entry SET value = '-1'",
    "UPDATE meta_entry SET value = x'ff'",
    "UPDATE file SET path = '../../outside/thesis.txt'",
    "UPDATE file_references SET groups = '[' || groups",
    f"DROP VIEW files; CREATE VIEW files AS {_ENDLESS} AS path FROM n",
    f"DROP VIEW meta; CREATE VIEW meta AS {_ENDLESS} AS key, 'x' AS value FROM n",
    f"DROP VIEW symbols; CREATE VIEW symbols AS {_ENDLESS} AS id, 1 AS key FROM n",
    f"ALTER TABLE meta_entry RENAME TO m; CREATE VIEW meta_entry AS {_ENDLESS} AS key FROM n",
    f"ALTER TABLE file RENAME TO f; CREATE VIEW file AS {_ENDLESS} AS id, 'x' AS path FROM n",
    "DROP TABLE file",
    "PRAGMA user_version = 2000000000",
    "PRAGMA journal_mode = WAL",
)


def _forged_index(shipped: Shipped) -> None:
    name = shipped.draw.choice(["book.db", "book.db", "book.db", "search.db"])
    path = shipped.book / name
    if path.is_symlink() or not path.is_file():
        return
    old = path.read_bytes()
    with contextlib.suppress(sqlite3.Error):
        db = sqlite3.connect(path)
        try:
            db.executescript(shipped.draw.choice(_STATEMENTS))
            db.commit()
        finally:
            db.close()
        _replace_sums(shipped, old, path.read_bytes())


def _nothing(shipped: Shipped) -> None:
    """The book as it was made."""


FORGERIES: Final[dict[str, Forgery]] = {
    "link in a book": _link,
    "link in a known place": _link_known,
    "links for staged pages": _link_staged_pages,
    "hard link in a book": _hard_link,
    "pipe in a book": _pipe,
    "another kind in a book": _other_kind,
    "8 GB in a book": _sparse,
    "book is a link": _book_is_a_link,
    "modes in a book": _modes,
    "damaged book": _damage,
    "malformed cache": _malformed,
    "wicked names in a cache": _wicked_names,
    "wicked manifest": _wicked_manifest,
    "forged page": _forged_page,
    "forged index": _forged_index,
    "a whole book": _nothing,
}
# git would read all of the eight gigabytes.
NOT_TRACKED: Final = frozenset(["8 GB in a book", "pipe in a book"])
