"""The engine of resolvers: what a new language has to provide, and no more."""

from repobook.model.facts import Import, Reference, pack_position
from repobook.model.graph import EXTERNAL, Link, Unit
from repobook.resolve.follow import OUTSIDE, Place, Places
from repobook.resolve.linking import NameResolver
from repobook.resolve.world import world_of


class _Smallest(NameResolver):
    languages = frozenset(["Scala"])

    def names(self, path: str, name: str) -> Places:
        return (OUTSIDE,)

    def members(self, place: Place, name: str) -> Places:
        return ()

    def link_of_import(self, path: str, imported: Import) -> Link:
        return EXTERNAL


def test_resolver_needs_names_members_and_imports_only() -> None:
    use = Reference("print", "", "call", (pack_position(1, 0),))
    taken = Import("b", "c", "", "import", 1)
    unit = Unit("a.scala", "Scala", "source", imports=(taken,), references=(use,))
    links = _Smallest(world_of([unit])).resolve(unit)
    assert [link.rule for link in (*links.references, *links.imports)] == ["external", "external"]
