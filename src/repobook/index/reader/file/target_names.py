"""The names of the files and symbols that references and imports lead to, by their keys."""

from collections.abc import Iterable, Mapping
from typing import Final

from repobook.index.reader.file.file_links import symbol_names
from repobook.index.reader.rows import Rows
from repobook.model.dossiers.dossier import SymbolName

_MAX_CACHED: Final = 1 << 15


class TargetNames:
    """Loaded in batches, and cached: neighbouring files use the same targets."""

    def __init__(self, rows: Rows, path_by_id: Mapping[int, str]) -> None:
        self._rows = rows
        self._path_by_id = path_by_id
        self._name_by_key: dict[int, SymbolName] = {}

    def load(self, keys: Iterable[int]) -> None:
        if len(self._name_by_key) > _MAX_CACHED:
            self._name_by_key.clear()
        wanted = {key for key in keys if key not in self._name_by_key}
        for key in wanted & self._path_by_id.keys():
            self._name_by_key[key] = SymbolName(self._path_by_id[key])
        unknown = sorted(wanted.difference(self._name_by_key))
        for key, file, qualname, kind, overload, exported in symbol_names(self._rows, unknown):
            name = SymbolName(self._path_by_id[file], qualname, kind, overload, bool(exported))
            self._name_by_key[key] = name

    def names(self, keys: Iterable[int]) -> tuple[SymbolName, ...]:
        """Of those that are known."""
        name_by_key = self._name_by_key
        return tuple([name_by_key[key] for key in keys if key in name_by_key])
