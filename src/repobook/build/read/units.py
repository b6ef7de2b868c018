"""Files with cached facts, as later stages see them."""

from typing import NamedTuple

from repobook.errors import DamagedCacheError
from repobook.index.cache.facts_cache import FactsPlace, FactsReader, Span
from repobook.index.record import FactsRecord, Inside, decode_facts, decode_inside, decode_interface
from repobook.model.files import Entry
from repobook.model.graph import Unit


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


class DocumentedFile(NamedTuple):
    entry: Entry
    blob: str
    read: ReadFile


class FactsLoader:
    """Loads facts as they are asked for; one is opened in each process."""

    def __init__(self, place: FactsPlace) -> None:
        self._reader = FactsReader(place)
        self._last: tuple[Span | None, bytes | None] = None, None

    def facts(self, file: ReadFile) -> FactsRecord | None:
        data = self._data(file)
        return decode_facts(data) if data is not None else None

    def interface(self, file: ReadFile) -> Unit:
        """A file as others see it, without its references; empty if it was not read."""
        unit = Unit(file.path, file.language, file.role)
        data = self._data(file)
        if data is None:
            return unit
        definitions, imports = decode_interface(data)
        return unit._replace(definitions=definitions, imports=imports)

    def inside(self, file: ReadFile) -> Inside | None:
        """What only the file itself uses; None if it was not read."""
        data = self._data(file)
        return decode_inside(data) if data is not None else None

    def whole_unit(self, file: ReadFile) -> Unit:
        inside = self.inside(file)
        unit = self.interface(file)
        return unit._replace(references=inside.references) if inside else unit

    def _data(self, file: ReadFile) -> bytes | None:
        """The last is kept: whoever asks for one part of a record goes on to the other."""
        if file.span and file.span != self._last[0]:
            self._last = file.span, self._reader.get(file.span)
            if self._last[1] is None:
                raise DamagedCacheError
        return self._last[1] if file.span else None

    def close(self) -> None:
        self._reader.close()
