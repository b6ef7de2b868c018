"""The operators that the code of a file implements, as files say that declare or register them."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.file.file_links import Use
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.repository.operator_families import (
    OperatorFamilies,
    family_name,
    part_of_family,
)
from repobook.index.reader.rows import Rows
from repobook.model.dossiers.dossier import ImplementedOperator


class ImplementedOperators:
    """Of one index; it is read when the first file has code that something is bound to."""

    def __init__(self, execute: Rows) -> None:
        self._execute = execute

    def among(self, uses: Iterable[Use]) -> tuple[ImplementedOperator, ...]:
        """``uses`` of what a file defines; each operator once, with the first place."""
        bound = sorted({use.target for use in uses if use.role == "bind"})
        operators = (one for key in bound for one in self._implemented_by(key))
        by_name: dict[str, ImplementedOperator] = {}
        for operator in sorted(operators, key=_standing):
            by_name.setdefault(operator.name, operator)
        return tuple(by_name.values())

    def _implemented_by(self, key: int) -> Iterator[ImplementedOperator]:
        for place in self._bindings.places_to(key):
            if "::" in place.binding.subject:
                name, detail = family_name(place.binding.subject), place.binding.detail
                part = self._part(name, place)
                yield ImplementedOperator(name, place.path, place.line, detail, part)

    def _part(self, family: str, place: BoundPlace) -> str:
        """Empty where another file declares it: what that says may change without this one."""
        declared = {symbol.path for symbol in self._families.overloads.get(family, ())}
        is_plain = self._families.parts.get(family) == part_of_family(family)
        return part_of_family(family) if is_plain and declared == {place.path} else ""

    @cached_property
    def _bindings(self) -> BindingReader:
        return BindingReader(IndexRows(self._execute))

    @cached_property
    def _families(self) -> OperatorFamilies:
        return OperatorFamilies(self._execute)


def _standing(operator: ImplementedOperator) -> tuple[bool, ImplementedOperator]:
    """Internal ones last."""
    return operator.name.partition("::")[2].startswith("_"), operator
