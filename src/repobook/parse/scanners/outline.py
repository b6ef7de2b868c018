"""What every scanner without a grammar shares: collecting an outline, uses and comments as facts.

A scanner reads lines or tokens once, from first to last, and adds what it meets to an ``Outline``.
Nothing here depends on the depth of the input: nesting and names are bounded, and whatever a bound
leaves out is reported in a diagnostic.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

from repobook.model.facts import (
    CodeSample,
    Definition,
    Diagnostic,
    FileFacts,
    Import,
    Reference,
    ReferenceRole,
    TextBlock,
    pack_position,
)
from repobook.parse import comments
from repobook.parse.chains import split_chain
from repobook.parse.source import SourceText

# A qualified name repeats the names around it: without bounds on both, 100,000 nested keys or a
# key of a megabyte with many children would cost the square of the file.
_MAX_DEPTH: Final = 32
_MAX_NAME: Final = 200
_MAX_SIGNATURE_BYTES: Final = 4000
_MAX_SIGNATURE: Final = 1000
_SEPARATORS: Final = r"::|->|\.|#"
_IDENTIFIER: Final = re.compile(
    rb"[A-Za-z_$][\w$]{0,100}+(?>(?:(?:\.|::|->|#)~?[A-Za-z_$][\w$]{0,100}+){0,12})(?:\([^()]{0,200}\))?"
)
_FILE: Final = re.compile(
    rb"(?>(?:[\w.+-]{1,100}+/){0,30})[\w.+-]{2,100}"
    rb"\.(?:py|pyi|c|cc|cpp|cu|cuh|h|hpp|inl|mm|metal|md|rst|txt|yaml|yml|toml|json|cfg|ini|cmake|sh|"
    rb"bat|ps1|js|ts|tsx|java|kt|go|rs|proto|ipynb|html|css|bzl|sql|csv|xml|gradle)"
)


@dataclass(slots=True)
class _Row:
    kind: str
    name: str
    scope: str
    line: int
    end_line: int
    column: int
    parent: int
    depth: int
    signature: str
    doc: str | None


class Outline:
    """Definitions in the order of the text; each names its parent by the index ``add`` gave."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self._n_too_deep = 0
        self._first_too_deep = 0

    def add(
        self,
        kind: str,
        name: str,
        line: int,
        *,
        parent: int = -1,
        scope: str = "",
        column: int = 0,
        end_line: int = 0,
        signature: str = "",
        doc: str | None = None,
    ) -> int:
        """The index of the new definition; its parent's where it is nested too deep to be added.

        ``scope`` is what the qualified name has between the parent's and its own name.
        """
        depth = self._rows[parent].depth + 1 if parent >= 0 else 0
        if depth > _MAX_DEPTH:
            self._n_too_deep += 1
            self._first_too_deep = self._first_too_deep or line
            return parent
        name, scope = comments.shorten(name, _MAX_NAME), comments.shorten(scope, _MAX_NAME)
        end_line = max(line, end_line)
        self._rows.append(
            _Row(kind, name, scope, line, end_line, column, parent, depth, signature, doc)
        )
        return len(self._rows) - 1

    def close(self, index: int, end_line: int) -> None:
        row = self._rows[index]
        row.end_line = max(row.end_line, end_line)

    def sort(self) -> None:
        """For an outline made in several passes: into the order of the text."""
        rows = self._rows
        order = sorted(range(len(rows)), key=lambda n: (rows[n].line, rows[n].column, n))
        index_by_old = {old: new for new, old in enumerate(order)}
        self._rows = [rows[n] for n in order]
        for row in self._rows:
            row.parent = index_by_old.get(row.parent, -1)

    def definitions(self, doc_by_end_line: Mapping[int, TextBlock]) -> tuple[Definition, ...]:
        """A definition without a doc of its own is documented by the comment above it."""
        definitions: list[Definition] = []
        for row in self._rows:
            above = doc_by_end_line.get(row.line - 1) if row.doc is None else None
            enclosing = definitions[row.parent].qualname if row.parent >= 0 else ""
            definitions.append(
                Definition(
                    row.kind,
                    row.name,
                    ".".join(filter(None, (enclosing, row.scope, row.name))),
                    row.line,
                    row.end_line,
                    row.column,
                    row.parent,
                    row.signature,
                    (above.text if above else "") if row.doc is None else row.doc,
                    (),
                    True,
                )
            )
        return tuple(definitions)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        if not self._n_too_deep:
            return ()
        message = f"{self._n_too_deep} definitions nested deeper than {_MAX_DEPTH} are left out"
        return (Diagnostic(self._first_too_deep, message),)


class Uses:
    """Collects references one by one and groups them by name and role."""

    def __init__(self) -> None:
        self._positions_by_key: dict[tuple[str, str, ReferenceRole], list[int]] = {}

    def add(self, chain: bytes, role: ReferenceRole, line: int, column: int) -> None:
        """``column`` is that of the whole chain; the position stored is that of its last name."""
        receiver, name = split_chain(chain.decode("utf-8", "replace"), _SEPARATORS)
        if name:
            column += len(chain) - len(name.encode())
            self._positions_by_key.setdefault((name, receiver, role), []).append(
                pack_position(line, column)
            )

    def add_name(self, name: str, role: ReferenceRole, line: int, column: int) -> None:
        """A name that is no chain, whatever it is made of."""
        self._positions_by_key.setdefault((name, "", role), []).append(pack_position(line, column))

    def mention(self, text: bytes, line: int, column: int) -> None:
        """A piece of prose set as code: a use if it looks like a name, with or without a call."""
        match = _IDENTIFIER.fullmatch(text)
        if match:
            self.add(text.partition(b"(")[0], "mention", line, column)

    def references(self) -> tuple[Reference, ...]:
        grouped = sorted(self._positions_by_key.items())
        return tuple([Reference(*key, tuple(sorted(positions))) for key, positions in grouped])


class OutlineReader:
    """What a scanner met in a file that it reads once, from first to last."""

    def __init__(self) -> None:
        self.outline = Outline()
        self.uses = Uses()
        self.imports: list[Import] = []
        self.comments: list[comments.Comment] = []
        self.texts: list[TextBlock] = []
        self.samples: list[CodeSample] = []
        self.diagnostics: list[Diagnostic] = []
        self.doc: str | None = None
        """What the file says of itself; None where the comment that opens it does."""

    def takes(self, form: str, module: bytes, line: int) -> None:
        """The whole of another file, or whatever else the form of an import means."""
        self.imports.append(Import(decoded(module), "", "", form, line))

    def facts(self, source: SourceText) -> FileFacts:
        """Comments document what stands below them."""
        found = comments.placed_blocks(self.comments)
        blocks = [block.text for block in found]
        texts = tuple(sorted((*blocks, *self.texts)))
        return FileFacts(
            n_lines=source.n_lines,
            doc=header(blocks, source) if self.doc is None else self.doc,
            definitions=self.outline.definitions(comments.above(found)),
            references=self.uses.references(),
            imports=tuple(sorted(self.imports, key=attrgetter("line"))),
            notes=comments.notes(texts),
            texts=texts,
            diagnostics=(*self.diagnostics, *self.outline.diagnostics()),
            samples=tuple(self.samples),
        )


def header(blocks: Sequence[TextBlock], source: SourceText) -> str:
    """The comment that opens the file, if it opens with one; a mark of its own may stand above."""
    if not blocks or blocks[0].line > 2:
        return ""
    above = source.lines[0].strip() if blocks[0].line == 2 else b""
    if above[:1].isalnum():
        return ""
    is_shebang = blocks[0].line == 1 and source.data.startswith(b"#!")
    return blocks[0].text.partition("\n")[2].strip("\n") if is_shebang else blocks[0].text


def is_file_name(text: bytes) -> bool:
    """Whether something set as code names a file: ``setup.py`` is no attribute ``py``."""
    return _FILE.fullmatch(text) is not None


def lines_of(source: SourceText) -> list[bytes]:
    """The lines without their breaks; columns are those of the file."""
    lines = source.data.replace(b"\r\n", b"\n").split(b"\n")
    return lines[: source.n_lines]


class LogicalLine(NamedTuple):
    """Lines joined where one ends with the escape character."""

    line: int
    end_line: int
    text: bytes


def logical_lines(lines: Sequence[bytes], escape: bytes = b"\\") -> Iterator[LogicalLine]:
    parts: list[bytes] = []
    for number, line in enumerate(lines, 1):
        stripped = line.rstrip()
        if stripped.endswith(escape):
            parts.append(stripped[:-1])
            continue
        yield LogicalLine(number - len(parts), number, b"".join([*parts, line]))
        parts = []
    if parts:
        yield LogicalLine(len(lines) + 1 - len(parts), len(lines), b"".join(parts))


def line_comment(number: int, line: bytes, column: int) -> comments.Comment:
    """A comment that runs from ``column`` to the end of its line."""
    text = line[column:].decode("utf-8", "replace").rstrip()
    return comments.Comment(number, number, column, text, not line[:column].strip())


def signature_of(text: bytes) -> str:
    """The text on one line, cut where it is very long."""
    words = text[:_MAX_SIGNATURE_BYTES].decode("utf-8", "replace").split()
    return comments.shorten(" ".join(words), _MAX_SIGNATURE)


def decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")
