"""A book with a few pages of a made-up site, and publishing it anew as a build does."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import apsw

from repobook.index.publish.manifest import file_sha256, manifest_text, read_manifest
from repobook.index.publish.pages import Publication, mark_unfinished, publish, unmark
from repobook.model.book_layout import MANIFEST
from tests.fakes.book_folders import opened_folder

SITE: dict[str, str] = {
    "site/index.html": "<!doctype html><title>Home</title>\n",
    "site/made/index.html": "<!doctype html><title>Made</title>\n",
    "site/made/style.css": "body { color: black }\n",
    "site/made/script.js": "'use strict';\n",
    "site/made/a b%20ü#?.html": "<!doctype html><title>Odd</title>\n",
    "site/made/empty.txt": "",
    "site/made/long.html": "<!doctype html><title>Long</title>\n" + "x" * 200_000 + "\n",
}


def add_site(book: Path, pages: Mapping[str, str] = SITE) -> None:
    """Beside what a build has written."""
    add_pages(book, pages)
    _list(book, {name: _sha256(text) for name, text in pages.items()})


def add_pages(folder: Path, pages: Mapping[str, str]) -> None:
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def publish_again(book: Path, pages: Mapping[str, str], commit: str) -> None:
    """All at once for whoever looks at it rightly: in the steps and the order of a build."""
    with opened_folder(book) as folder:
        add_pages(folder.work.path, pages)
        index = folder.work.path / "book.db"
        shutil.copyfile(book / "book.db", index)
        db = apsw.Connection(str(index))
        db.execute("UPDATE meta_entry SET value = ? WHERE key = 'commit'", (commit,))
        db.close()
        mark_unfinished(folder)
        publish(folder, Publication(("site",), tuple(pages), tuple(pages), True, ()))
        folder.work.move("book.db", folder.files, "book.db")
        _list(book, {name: _sha256(text) for name, text in pages.items()})
        unmark(folder)
        folder.discard_work()


def _list(book: Path, added: Mapping[str, str]) -> None:
    manifest = read_manifest(book)
    sums = {name: output["sha256"] for name, output in manifest["outputs"].items()}
    sums |= {**added, "book.db": file_sha256(book / "book.db")}
    fresh = book / "cache" / "manifest.json"
    fresh.write_bytes(manifest_text(sums, {"made_from": manifest["made_from"]}))
    os.replace(fresh, book / MANIFEST)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
