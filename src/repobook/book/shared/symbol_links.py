"""Links to a symbol: to its section, else to its place in the text; and its id."""

from collections.abc import Iterable

from repobook.book.shared.inline import file_link
from repobook.model import graph
from repobook.model.blocks import Code, Link, PageRef
from repobook.model.dossiers.dossier import FileDossier, Symbol, SymbolName
from repobook.text.naming.slugs import symbol_anchor
from repobook.text.naming.symbol_sections import has_section


def own_link(dossier: FileDossier, symbol: Symbol, text: str) -> Link | Code:
    """To a symbol of this very file."""
    if symbol.section is None:
        return Code(text)
    return _link(dossier.path, symbol.definition.qualname, symbol.overload, text)


def symbol_link(dossier: FileDossier, name: SymbolName, is_used: bool = True) -> Link | Code:
    """To a symbol of another file. One that is used has at least an anchor in the text of its
    file."""
    page = file_link(dossier, name.path)
    if not name.qualname or isinstance(page, Code):
        return page._replace(text=name.qualname or name.path)
    link = _link(name.path, name.qualname, name.overload, name.qualname)
    if has_section(name.kind, dossier.known[name.path].role, name.exported):
        return link
    source = link._replace(page=PageRef("source", name.path))
    return source if is_used else page._replace(text=name.qualname)


def symbol_id(dossier: FileDossier, symbol: Symbol) -> str:
    """By which commands know a symbol of this file."""
    return graph.symbol_id(dossier.path, symbol.definition.qualname, symbol.overload)


def distinct(names: Iterable[SymbolName]) -> list[SymbolName]:
    """Several definitions of one name in one file are one place to go."""
    first_by_name: dict[tuple[str, str], SymbolName] = {}
    for name in names:
        first_by_name.setdefault((name.path, name.qualname), name)
    return list(first_by_name.values())


def _link(path: str, qualname: str, overload: int, text: str) -> Link:
    return Link(PageRef("symbols", path), text, symbol_anchor(qualname, overload), is_code=True)
