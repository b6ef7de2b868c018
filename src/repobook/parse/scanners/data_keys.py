"""Keys of a data file with their paths: what YAML, TOML, JSON and INI scanners have in common.

An item of a list stands in the path only where it has a name of its own: the value of its
``name``, ``id``, ``func`` … key. Very large files keep their upper levels, and say so.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from repobook.model.facts import Diagnostic, FileFacts, Import
from repobook.parse.comments import Comment, shorten
from repobook.parse.scanners.outline import Outline, OutlineReader
from repobook.parse.source import SourceText

_MAX_KEYS: Final = 20_000
_MAX_LABEL: Final = 120
# What names an item of a list, and what its value refers to beyond the file.
_LABEL_KEYS: Final = frozenset(
    [
        "name",
        "id",
        "func",
        "key",
        "op",
        "operator",
        "title",
        "label",
        "repo",
        "job",
        "alias",
        "code",
    ]
)
_LINK_KEYS: Final = frozenset(["uses", "extends", "include", "$ref"])
_FUNCTION: Final = re.compile(r"[\w.:]{1,200}(?=\()")
_MORE: Final = " …"


@dataclass(slots=True)
class _Row:
    parent: int
    kind: str
    name: str
    scope: str
    line: int
    end_line: int
    column: int
    signature: str


class KeyTree:
    """Keys and list items in the order of the text; each names its parent by index."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self._links: list[Import] = []

    def key(
        self,
        parent: int,
        name: str,
        line: int,
        column: int,
        *,
        kind: str = "key",
        scope: str = "",
        signature: str = "",
    ) -> int:
        # An empty key is a key; only items have no name.
        self._rows.append(_Row(parent, kind, name or '""', scope, line, line, column, signature))
        return len(self._rows) - 1

    def item(
        self, parent: int, line: int, column: int, *, kind: str = "key", scope: str = ""
    ) -> int:
        """An item of a list, without a name until one of its keys gives one.

        One with a scope takes its last part as its name if none comes.
        """
        self._rows.append(_Row(parent, kind, "", scope, line, line, column, ""))
        return len(self._rows) - 1

    def value(self, index: int, text: str) -> None:
        """The scalar that a key holds: it may name the item around, or lead to another file."""
        row = self._rows[index]
        if not text:
            return
        if row.name in _LINK_KEYS and ("/" in text or "." in text or "#" in text):
            self._links.append(Import(text, "", "", row.name, row.line))
        item = self._rows[row.parent] if row.parent >= 0 else None
        if item is not None and not item.name and row.name in _LABEL_KEYS:
            match = _FUNCTION.match(text)
            item.name = shorten(match.group() if match else text, _MAX_LABEL)
            item.signature = row.signature

    def close(self, index: int, end_line: int) -> None:
        row = self._rows[index]
        row.end_line = max(row.end_line, end_line)

    def goes_on(self, index: int, line: int, text: str) -> None:
        """A value in further lines, of which the first that says something is shown."""
        row = self._rows[index]
        if row.signature.endswith(("=", ":")):
            row.signature = f"{row.signature} {text}"
        elif not row.signature.endswith(_MORE):
            row.signature += _MORE
        self.close(index, line)

    def facts(
        self,
        source: SourceText,
        found_comments: Sequence[Comment] = (),
        diagnostics: Iterable[Diagnostic] = (),
    ) -> FileFacts:
        depths = self._depths()
        limit, limit_diagnostics = _depth_limit(depths)
        reader = OutlineReader()
        reader.outline = self._outline(depths, limit)
        reader.comments += found_comments
        reader.imports = self._links
        reader.diagnostics += (*diagnostics, *limit_diagnostics)
        return reader.facts(source)

    def _depths(self) -> list[int]:
        """How many names are in each row's path; 0 for a row that has none of its own."""
        names: list[int] = []
        for row in self._rows:
            if not row.name and row.scope:
                row.scope, _, row.name = row.scope.rpartition(".")
            n_above = names[row.parent] if row.parent >= 0 else 0
            names.append(n_above + bool(row.name))
        return [n if row.name else 0 for n, row in zip(names, self._rows, strict=True)]

    def _outline(self, depths: list[int], limit: "_Limit") -> Outline:
        outline = Outline()
        index_of: list[int] = []
        n_added = 0
        for row, depth in zip(self._rows, depths, strict=True):
            parent = index_of[row.parent] if row.parent >= 0 else -1
            if depth and depth <= limit.depth and n_added < limit.n_keys:
                n_added += 1
                parent = outline.add(
                    row.kind,
                    row.name,
                    row.line,
                    parent=parent,
                    scope=row.scope,
                    column=row.column,
                    end_line=row.end_line,
                    signature=row.signature,
                )
            index_of.append(parent)
        return outline


@dataclass(frozen=True, slots=True)
class _Limit:
    depth: int
    n_keys: int


def _depth_limit(depths: list[int]) -> tuple[_Limit, tuple[Diagnostic, ...]]:
    """The deepest level down to which all keys fit, and what that leaves out."""
    count_by_depth = Counter(depths)
    n_all = len(depths) - count_by_depth.pop(0, 0)
    if n_all <= _MAX_KEYS:
        return _Limit(len(depths), n_all), ()
    n_added, depth = 0, 0
    while n_added + count_by_depth[depth + 1] <= _MAX_KEYS:
        depth += 1
        n_added += count_by_depth[depth]
    if depth == 0:
        message = f"only the first {_MAX_KEYS} of {n_all} keys are listed"
        return _Limit(1, _MAX_KEYS), (Diagnostic(1, message),)
    message = f"{n_all} keys: those nested deeper than {depth} are left out ({n_all - n_added})"
    return _Limit(depth, n_added), (Diagnostic(1, message),)
