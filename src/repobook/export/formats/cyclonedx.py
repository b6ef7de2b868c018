"""CycloneDX 1.6: the packages that manifests declare, each with the line that declares it."""

import json
from collections.abc import Iterator
from typing import Any

from repobook.export.format import one_file
from repobook.export.manifests import Declared, declared_in, is_manifest
from repobook.index.reader.whole_book import WholeBook
from repobook.text.visible import one_visible_line


def _pieces(book: WholeBook) -> Iterator[bytes]:
    yield b'{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"metadata":'
    component = {"type": "application", "name": book.name, "bom-ref": "repository"}
    commit = book.meta.get("commit", "")
    metadata = {"component": {**component, "version": commit} if commit else component}
    yield json.dumps(metadata).encode() + b',"components":['
    references: list[str] = []
    for purl, found in sorted(_by_purl(book).items()):
        yield (b"," if references else b"") + json.dumps(_component(purl, found)).encode()
        references.append(purl)
    yield b'],"dependencies":'
    yield json.dumps([{"ref": "repository", "dependsOn": references}]).encode() + b"}\n"


def _by_purl(book: WholeBook) -> dict[str, list[Declared]]:
    """Manifests are few and short, so what they declare is held together."""
    found_by_purl: dict[str, list[Declared]] = {}
    for file in book.files():
        if file.status == "documented" and is_manifest(file.path):
            for one in declared_in(file.path, book.text(file.id)):
                found_by_purl.setdefault(one.purl, []).append(one)
    return found_by_purl


def _component(purl: str, found: list[Declared]) -> dict[str, Any]:
    first = found[0]
    component = {"type": "library", "bom-ref": purl, "name": first.name, "purl": purl}
    if first.version:
        component["version"] = first.version
    places = [{"location": one_visible_line(one.path), "line": one.line} for one in found]
    scopes = {one.scope for one in found}
    return {
        **component,
        "scope": "required" if "required" in scopes else "optional",
        "evidence": {"occurrences": places},
    }


FORMAT = one_file("bom.cdx.json", _pieces, "declared dependencies (CycloneDX 1.6)")
