"""Documents: links to files and headings, labels, and the code that a text mentions."""

import re
from typing import Final
from urllib.parse import unquote

from repobook.languages.documents.prose_names import PROSE, ProseNames
from repobook.model.facts import Import
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.cached_method import remembered
from repobook.resolve.homonyms import Homonyms
from repobook.resolve.paths import Paths, one_of
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around
from repobook.text.naming.slugs import anchor

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_NOT_IN_ID: Final = re.compile(r"[^a-z0-9]+")
_DOCUMENTS: Final = (
    *("", ".md", ".rst", ".txt", ".ipynb"),
    *("/README.md", "/README.rst", "/index.md", "/index.rst", "/_index.md"),
)
"""What a link may leave out of the path of a document."""
_PAGE: Final = ".html"
_PAGE_SOURCES: Final = (".md", ".rst", ".ipynb")
_LABEL: Final = frozenset(["block"])
_ANCHORED: Final = frozenset(["heading", "block"])


class Documents:
    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._labels = Homonyms(world, PROSE)
        self._names = ProseNames(world)

    def __call__(self, unit: Unit) -> FileLinks:
        return FileLinks(
            tuple([self._names.link(reference, unit.path) for reference in unit.references]),
            tuple([self._import(imported, unit.path) for imported in unit.imports]),
            kind="document",
        )

    def _import(self, imported: Import, path: str) -> Link:
        if imported.form == "mention":
            return self._mentioned(imported.module, path)
        if imported.form == "ref":
            return self._label(imported.module)
        if imported.form in ("automodule", "import", "from"):
            parts = [*imported.module.split("."), *filter(None, [imported.name])]
            return self._names.dotted(parts, path) or EXTERNAL
        return self.linked(imported.module, path)

    def _mentioned(self, written: str, path: str) -> Link:
        """A file that a text names: by its path, or by its name where there is one such file."""
        from_root = self._paths.file("", written)
        if from_root and "/" in written:
            return Link((from_root,), "inferred", "path from the root")
        sibling = self._paths.file(folder_of(path), written)
        if sibling:
            return Link((sibling,), "inferred", "file beside the document")
        link = self._paths.ending_with(written)
        if link.targets or "/" in written:
            return link
        # ``torch.mm`` looks like the name of a file and is none.
        return self._names.dotted(written.split("."), path) or link

    def _label(self, name: str) -> Link:
        """Labels are known in all documents of a project."""
        link = self._labels.anywhere(name, _LABEL)
        return Link(link.targets, "exact") if link.confidence == "inferred" else link

    def linked(self, written: str, path: str) -> Link:
        """What the address of a link means in a document."""
        if _SCHEME.match(written):
            return EXTERNAL
        target, _, fragment = written.partition("#")
        target = unquote(target.partition("?")[0])
        link = self._document(target, path) if target else Link((path,), "exact")
        if not fragment or len(link.targets) != 1:
            return link
        id = self._anchors(link.targets[0]).get(unquote(fragment).lower())
        return link._replace(targets=(id,)) if id else link

    def _document(self, target: str, path: str) -> Link:
        """``/`` begins at the root of the repository or of the documents, wherever that is."""
        is_rooted = target.startswith("/")
        folders = list(folders_around(path))[::-1] if is_rooted else [folder_of(path)]
        endings = _DOCUMENTS if not target.endswith("/") else _DOCUMENTS[5:]
        candidates = [self._paths.file(f, target.rstrip("/") + e) for f in folders for e in endings]
        exact = next(filter(None, candidates), "")
        if exact:
            return Link((exact,), "exact")
        if not target.endswith(_PAGE):
            return UNKNOWN
        stem = target.removesuffix(_PAGE)
        sources = [self._paths.file(f, stem + e) for f in folders for e in _PAGE_SOURCES]
        return one_of(list(filter(None, sources))[:1], "source of the page")

    @remembered
    def _anchors(self, path: str) -> dict[str, str]:
        """Headings and labels by the ways in which hosts spell their anchors."""
        return _anchors_of(self._world.unit(path))


def _anchors_of(unit: Unit) -> dict[str, str]:
    id_by_anchor: dict[str, str] = {}
    n_by_anchor: dict[str, int] = {}
    for id, definition in unit.symbols():
        if definition.kind in _ANCHORED:
            written = anchor(definition.name)
            n = n_by_anchor[written] = n_by_anchor.get(written, 0) + 1
            id_by_anchor.setdefault(written if n == 1 else f"{written}-{n - 1}", id)
            id_by_anchor.setdefault(definition.name.lower(), id)
            id_by_anchor.setdefault(_NOT_IN_ID.sub("-", definition.name.lower()).strip("-"), id)
    return id_by_anchor


def resolver(world: World) -> Documents:
    return Documents(world)
