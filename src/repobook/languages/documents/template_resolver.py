"""Templates, of HTML or anything else: what they extend, include and link, and their macros.

Which folders templates are looked up in is a matter of settings: the folders around come first.
"""

from typing import Final

from repobook.languages.documents.document_resolver import Documents
from repobook.model.facts import Import, Reference
from repobook.model.graph import DYNAMIC, FileLinks, Link, Unit
from repobook.resolve.homonyms import Homonyms
from repobook.resolve.paths import Paths
from repobook.resolve.world import World

_MACRO: Final = frozenset(["macro"])
_LANGUAGES: Final = frozenset(["HTML", "Jinja"])


class Templates:
    def __init__(self, world: World) -> None:
        self._paths = Paths(world)
        self._documents = Documents(world)
        self._macros = Homonyms(world, _LANGUAGES)

    def __call__(self, unit: Unit) -> FileLinks:
        imports = tuple([self._import(imported, unit.path) for imported in unit.imports])
        file_by_alias = {"": unit.path}
        for imported, link in zip(unit.imports, imports, strict=True):
            if link.targets and imported.form in ("import", "from"):
                alias = imported.alias or imported.name
                file_by_alias.setdefault(alias, link.targets[0].partition("::")[0])
        references = [self._macro(reference, file_by_alias) for reference in unit.references]
        return FileLinks(tuple(references), imports)

    def _import(self, imported: Import, path: str) -> Link:
        if imported.form == "link":
            return self._documents.linked(imported.module, path)
        link = self._template(imported.module, path)
        if imported.name and len(link.targets) == 1:
            macro = self._macros.among(link.targets, imported.name, _MACRO)
            return link._replace(targets=macro.targets[:1]) if macro.targets else link
        return link

    def _template(self, written: str, path: str) -> Link:
        files = self._paths.around(path, written)
        if files:
            return Link((files[0],), "inferred", "nearest file of that path")
        return self._paths.ending_with(written)

    def _macro(self, reference: Reference, file_by_alias: dict[str, str]) -> Link:
        """A name of the file, one taken from another, or one of another by its alias."""
        owners = [reference.receiver] if reference.receiver else ["", reference.name]
        paths = [file_by_alias[owner] for owner in owners if owner in file_by_alias]
        link = self._macros.among(paths, reference.name, _MACRO)
        return link if link.targets else DYNAMIC


def resolver(world: World) -> Templates:
    return Templates(world)
