"""What references and imports lead to, by name: keys of files and symbols as pages tell them."""

from collections.abc import Iterable, Mapping
from typing import Final

import apsw
import msgspec

from repobook.model.dossier import SymbolName

_KEPT: Final = 1 << 15


class TargetNames:
    """Loaded before they are asked for; what one file uses its neighbours use too."""

    def __init__(self, db: apsw.Connection, path_by_id: Mapping[int, str]) -> None:
        self._db = db
        self._path_by_id = path_by_id
        self._name_by_key: dict[int, SymbolName] = {}

    def load(self, keys: Iterable[int]) -> None:
        if len(self._name_by_key) > _KEPT:
            self._name_by_key.clear()
        wanted = {key for key in keys if key not in self._name_by_key}
        for key in wanted & self._path_by_id.keys():
            self._name_by_key[key] = SymbolName(self._path_by_id[key])
        unknown = sorted(wanted.difference(self._name_by_key))
        rows = self._db.execute(_TARGETS, (msgspec.json.encode(unknown).decode(),))
        for key, file, qualname, kind, overload, exported in rows:
            name = SymbolName(self._path_by_id[file], qualname, kind, overload, bool(exported))
            self._name_by_key[key] = name

    def names(self, keys: Iterable[int]) -> tuple[SymbolName, ...]:
        """Of those that are known."""
        known = self._name_by_key
        return tuple([known[key] for key in keys if key in known])


_TARGETS: Final = """
    SELECT s.key, s.file, s.qualname, s.kind, s.overload, s.exported
    FROM json_each(?) k JOIN symbol s ON s.key = k.value
"""
