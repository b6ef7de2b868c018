"""From a book to the rows of its repository: packages, names, entries to search, findings."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from repobook.export.manifests import declared_in, is_manifest, published_in
from repobook.fleet.contribution.ecosystem import Ecosystem, all_ecosystems
from repobook.fleet.contribution.offered_names import offered_names
from repobook.fleet.contribution.used_names import used_names
from repobook.fleet.database.database import Row
from repobook.index.reader.whole_book import FileRow, SymbolRow, WholeBook
from repobook.text.terms import terms_in

VERSION: Final = 3
"""Of what is read out of a book: with another one it is read again."""
_NOT_OWN: Final = frozenset(["test", "vendored", "generated"])
_KINDS_OF_DOCUMENTS: Final = frozenset(["heading", "key", "block", "selector", "table", "section"])
_MAX_NAME: Final = 500
_MAX_ABOUT: Final = 300


class BookContribution:
    def __init__(self, book: Path) -> None:
        self._book = WholeBook(book)
        self._files = [file for file in self._book.files() if file.status == "documented"]

    def packages(self) -> Iterator[Row]:
        """purl, relation, version, scope, path, line; a fixture of a test publishes nothing."""
        for file in self._files:
            if file.role in _NOT_OWN or not is_manifest(file.path):
                continue
            text = self._book.text(file.id)
            for found, relation in (
                (published_in(file.path, text), "publishes"),
                (declared_in(file.path, text), "depends"),
            ):
                for one in found:
                    purl = one.purl.partition("@")[0] if one.version else one.purl
                    yield purl, relation, one.version, one.scope, one.path, one.line

    def offered(self) -> Iterator[Row]:
        """ecosystem, name, path, line, qualname, kind, confidence."""
        for ecosystem, files in self._by_ecosystem():
            own = [file for file in files if file.role not in _NOT_OWN]
            for name, symbol, confidence in offered_names(self._book, ecosystem, own):
                if len(name) <= _MAX_NAME:
                    place = symbol.path, symbol.line, symbol.qualname
                    yield ecosystem.name, name, *place, symbol.kind, confidence

    def used(self) -> Iterator[Row]:
        """ecosystem, name, path, line, role, confidence, is_test."""
        for ecosystem, files in self._by_ecosystem():
            for file in files:
                for use in used_names(self._book, ecosystem, file):
                    if len(use.name) <= _MAX_NAME:
                        place = file.path, use.line, use.role, use.confidence
                        yield ecosystem.name, use.name, *place, int(file.role == "test")

    def entries(self) -> list[Row]:
        """id, kind, name, qualname, path, line, about, n_users, words; in the order of their ids,
        without which an index of words is written out for every row."""
        return sorted(self._entries())

    def _entries(self) -> Iterator[Row]:
        n_users_by_key = self._book.n_users_by_key()
        for file in self._files:
            name = file.path.rpartition("/")[2]
            yield self._entry("file", name, "", file.path, 1, file.summary or file.doc, 0)
            for key, symbol in self._book.keyed_symbols_of(file.id):
                if symbol.exported and symbol.kind not in _KINDS_OF_DOCUMENTS:
                    n_users = n_users_by_key.get(key, 0)
                    yield self._symbol_entry(symbol, n_users)

    def findings(self) -> Iterator[Row]:
        """rule, severity, category, path, line, message; no code: that is in the book."""
        for found in self._book.findings():
            what = found.rule, found.severity, found.category
            yield *what, found.path, found.line, found.message[:_MAX_ABOUT]

    def close(self) -> None:
        self._book.close()

    def _symbol_entry(self, symbol: SymbolRow, n_users: int) -> Row:
        about = symbol.doc.partition("\n")[0] or symbol.signature
        place = symbol.path, symbol.line
        return self._entry(symbol.kind, symbol.name, symbol.qualname, *place, about, n_users)

    def _entry(
        self, kind: str, name: str, qualname: str, path: str, line: int, about: str, n_users: int
    ) -> Row:
        about = " ".join(about.split())[:_MAX_ABOUT]
        words = " ".join(dict.fromkeys(terms_in(f"{name} {qualname} {path} {about}")))
        id = f"{self._book.path.name} {path}::{qualname}:{line}:{kind}:{name}"
        return _hash(id), kind, name[:_MAX_NAME], qualname, path, line, about, n_users, words

    def _by_ecosystem(self) -> Iterator[tuple[Ecosystem, list[FileRow]]]:
        for ecosystem in all_ecosystems():
            files = [file for file in self._files if file.language in ecosystem.languages]
            if files:
                yield ecosystem, files


def _hash(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
