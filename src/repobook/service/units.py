"""Files whose facts lie in the cache, and how later stages see them."""

from typing import NamedTuple

from repobook.model.graph import Unit
from repobook.store.cache import FactsReader, Span
from repobook.store.record import FactsRecord, decode_facts, decode_references


class ReadFile(NamedTuple):
    """A file whose facts are at hand, or are not (``span`` of None)."""

    path: str
    id: int
    language: str
    role: str
    span: Span | None

    @property
    def n_bytes(self) -> int:
        return self.span[1] if self.span else 0


class FactsLoader:
    """Loads facts as they are asked for; one is opened in each process."""

    def __init__(self, path: str) -> None:
        self._reader = FactsReader(path)

    def facts(self, file: ReadFile) -> FactsRecord | None:
        data = self._reader.get(file.span) if file.span else None
        return decode_facts(data) if data is not None else None

    def whole_unit(self, file: ReadFile) -> Unit:
        return whole_unit(file, self.facts(file))

    def close(self) -> None:
        self._reader.close()


def unit_of(file: ReadFile, facts: FactsRecord | None) -> Unit:
    """A file as others see it: without its references."""
    unit = Unit(file.path, file.language, file.role)
    if facts is None:
        return unit
    return unit._replace(definitions=facts.definitions, imports=facts.imports)


def whole_unit(file: ReadFile, facts: FactsRecord | None) -> Unit:
    unit = unit_of(file, facts)
    return unit._replace(references=decode_references(facts.references)) if facts else unit
