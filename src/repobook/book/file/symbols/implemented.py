"""The operators that code implements, each with a link to its page."""

from collections.abc import Iterable
from typing import Final

from repobook.book.shared.citations import first_of
from repobook.model.blocks import Cite, Code, Content, Link, PageRef
from repobook.model.dossiers.dossier import FileDossier, ImplementedOperator

_MAX_OPERATORS: Final = 6
# They say for what by their details.
_KERNELS: Final = frozenset(["dispatch", "structured", "registration", "ufunc", "stub"])


def implemented(dossier: FileDossier, operators: Iterable[ImplementedOperator]) -> Content:
    """Each once, by its first code."""
    by_name: dict[str, ImplementedOperator] = {}
    for operator in operators:
        by_name.setdefault(operator.name, operator)
    return first_of([_operator(dossier, one) for one in by_name.values()], _MAX_OPERATORS)


def _operator(dossier: FileDossier, operator: ImplementedOperator) -> Content:
    ref = PageRef("operators", part=operator.part)
    name = Link(ref, operator.name, is_code=True) if operator.part else Code(operator.name)
    place = Cite(operator.path, operator.line, is_here=operator.path == dossier.path)
    stage = "" if operator.stage in _KERNELS else operator.stage
    details = [f"{word}, " for word in (stage, operator.detail) if word]
    return name, " (", *details, place, ")"
