"""SQL: what is created, with the columns of tables; which tables are used."""

import re
from collections import Counter
from typing import Final, NamedTuple

from repobook.model.facts import FileFacts
from repobook.parse.scanners.outline import OutlineReader, decoded, signature_of
from repobook.parse.scanners.statements import Statement, place_of, read_statements, token_pattern
from repobook.parse.source import SourceText

_COMMENT: Final = rb"--[^\n]*+|/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/)?"
# Lines for the client that sends the statements, not for the database.
_CLIENT: Final = rb"(?<![^\n])(?:\\|(?i:DELIMITER)\b)[^\n]*+"
_ENDERS: Final = _CLIENT + rb"|;|(?:(?<![^\n])(?i:GO)|//)(?=[ \t\r]{0,20}(?:\n|\Z))"
_STRING: Final = rb"'(?>(?:[^']++|'')*)'?|\"[^\"\n]*+\"?|`[^`\n]*+`?"
_TOKENS: Final = token_pattern(_COMMENT, _STRING, _ENDERS)
_PART: Final = rb"(?:[\w$#@]++|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`|\[[^\]\n]{1,200}\])"
_NAME: Final = _PART + rb"(?>(?:\s*+\.\s*+" + _PART + rb"){0,3})"
_CREATE: Final = re.compile(
    rb"CREATE\s++(?:OR\s++(?:REPLACE|ALTER)\s++)?(?>(?:(?:DEFINER\s*+=\s*+\S++|TEMP|TEMPORARY|UNIQUE|"
    rb"UNLOGGED|GLOBAL|LOCAL|MATERIALIZED|VIRTUAL|EXTERNAL|RECURSIVE|CLUSTERED|NONCLUSTERED|"
    rb"FULLTEXT|CONSTRAINT|PUBLIC|FOREIGN)\s++)*)"
    rb"(?P<what>TABLE|VIEW|INDEX|FUNCTION|PROCEDURE|AGGREGATE|TRIGGER|TYPE|DOMAIN|SCHEMA|SEQUENCE|"
    rb"DATABASE|MACRO)\b\s*+(?:CONCURRENTLY\s++)?(?:IF\s++NOT\s++EXISTS\s++)?(?P<name>"
    + _NAME
    + rb")",
    re.I,
)
_USE: Final = re.compile(
    rb"\b(?:FROM|JOIN|INTO|UPDATE|REFERENCES|(?:ALTER|DROP|TRUNCATE)\s++TABLE)\s++"
    rb"(?>(?:ONLY\s++|IF\s++EXISTS\s++)*)(?P<name>" + _NAME + rb")(?!\s*+=)",
    re.I,
)
_ON: Final = re.compile(rb"\bON\s++(?P<name>" + _NAME + rb")", re.I)
_MAX_HEAD: Final = 300
_BODY_BEGIN: Final = re.compile(rb"\bBEGIN\b", re.I)
_BODY_END: Final = re.compile(rb"(?:^|\s)END\b(?!\s*+(?:IF|LOOP|CASE|WHILE|REPEAT)\b)", re.I)
_OPENER: Final = re.compile(rb"\b(?:BEGIN|CASE)\b", re.I)
_TAG: Final = re.compile(rb"\$[A-Za-z_]?\w{0,60}\$")
_COLUMN_TOKEN: Final = re.compile(
    rb"(?P<skip>" + _COMMENT + rb"|'(?>(?:[^']++|'')*)'?)|(?P<mark>[(),])|(?P<word>" + _PART + rb")"
)
_QUOTES: Final = b'"`[]'
_NO_COLUMN: Final = frozenset(
    b"PRIMARY FOREIGN CONSTRAINT UNIQUE CHECK KEY INDEX EXCLUDE LIKE FULLTEXT SPATIAL PERIOD "
    b"SELECT WITH AS".split()
)
_KEYWORDS: Final = frozenset(
    b"SELECT SET VALUES WHERE DELETE UPDATE NULL IF NOT EXISTS LATERAL ONLY COLUMN CASCADE NO "
    b"CONFLICT COMMIT TABLE TRUE FALSE".split()
)
_KIND_BY_WHAT: Final = {
    b"TABLE": "table",
    b"VIEW": "table",
    b"INDEX": "key",
    b"TYPE": "type",
    b"DOMAIN": "type",
    b"SCHEMA": "namespace",
    b"DATABASE": "namespace",
    b"SEQUENCE": "variable",
}
_WITH_BODY: Final = frozenset([b"FUNCTION", b"PROCEDURE", b"TRIGGER"])


def facts(source: SourceText) -> FileFacts:
    plain = SourceText(_without_quoted_bodies(source.data))
    reader = _Reader(plain)
    for statement in read_statements(plain, _TOKENS, reader.comments):
        reader.read(statement)
    return reader.facts(source)


def _without_quoted_bodies(data: bytes) -> bytes:
    """What stands between two equal ``$tags$`` is one string: blanked, line breaks kept."""
    if b"$" not in data:
        return data
    tags = list(_TAG.finditer(data))
    left = Counter(match.group() for match in tags)
    parts: list[bytes] = []
    at, opened = 0, b""
    for match in tags:
        left[match.group()] -= 1
        if opened and match.group() == opened:
            parts.append(re.sub(rb"[^\n]", b" ", data[at : match.start()]))
            at, opened = match.start(), b""
        elif not opened and left[match.group()]:
            parts.append(data[at : match.end()])
            at, opened = match.end(), match.group()
    return b"".join([*parts, data[at:]])


class _Body(NamedTuple):
    """A routine whose statements end with ``;`` too, until its ``END``."""

    definition: int
    depth: int


class _Reader(OutlineReader):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self._source = source
        self._body: _Body | None = None

    def read(self, statement: Statement) -> None:
        created = _CREATE.match(statement.text)
        # A routine seldom creates anything at the margin: rather its end was not understood.
        if self._body and not (created and place_of(self._source, statement.start)[1] == 0):
            self._read_body(self._body, statement)
        elif created:
            self._read_create(statement, created)
            self._read_subject(statement, created)
        for use in _USE.finditer(statement.text, created.end() if created else 0):
            self._add_use(statement, use)

    def _read_subject(self, statement: Statement, created: re.Match[bytes]) -> None:
        """An index or a trigger is one on a table."""
        head = created.end() + _MAX_HEAD
        if created.group("what").upper() in (b"INDEX", b"TRIGGER") and (
            on := _ON.search(statement.text, created.end(), head)
        ):
            self._add_use(statement, on)

    def _read_body(self, body: _Body, statement: Statement) -> None:
        depth = body.depth + _depth(statement.text)
        self.outline.close(body.definition, self._source.line_of(statement.end))
        self._body = body._replace(depth=depth) if depth > 0 else None

    def _read_create(self, statement: Statement, created: re.Match[bytes]) -> None:
        self._body = None
        what = created.group("what").upper()
        line, column = place_of(self._source, statement.start)
        scope, name = _scope_and_name(created.group("name"))
        definition = self.outline.add(
            _KIND_BY_WHAT.get(what, "function"),
            name,
            line,
            scope=scope,
            column=column,
            end_line=self._source.line_of(statement.end),
            signature=_signature(statement.text),
        )
        if what == b"TABLE":
            self._add_columns(statement, definition)
        elif what in _WITH_BODY and _BODY_BEGIN.search(statement.text):
            depth = _depth(statement.text)
            self._body = _Body(definition, depth) if depth > 0 else None

    def _add_columns(self, statement: Statement, table: int) -> None:
        """The first word after ``(`` and after each comma that is not inside other brackets."""
        depth, expected = 0, False
        for token in _COLUMN_TOKEN.finditer(self._source.data, statement.start, statement.end):
            mark = token.group("mark")
            if mark:
                depth += {b"(": 1, b")": -1}.get(mark, 0)
                expected = depth == 1 and mark != b")"
                if depth == 0 and mark == b")":
                    return
            elif expected and token.group("word"):
                expected = False
                if token.group("word").upper() not in _NO_COLUMN:
                    self._add_column(token, table)

    def _add_column(self, token: re.Match[bytes], table: int) -> None:
        line, column = place_of(self._source, token.start())
        name = decoded(token.group("word").strip(_QUOTES))
        self.outline.add("field", name, line, parent=table, column=column)

    def _add_use(self, statement: Statement, use: re.Match[bytes]) -> None:
        path = use.group("name")
        if path.upper() in _KEYWORDS or path[:1].isdigit():
            return
        _, name = _scope_and_name(path)
        at = statement.start + use.start("name")
        if name:
            self.uses.add_name(name, "mention", *place_of(self._source, at))


def _depth(text: bytes) -> int:
    return len(_OPENER.findall(text)) - len(_BODY_END.findall(text))


def _scope_and_name(path: bytes) -> tuple[str, str]:
    parts = [decoded(part.strip().strip(_QUOTES)) for part in path.split(b".")]
    return ".".join(parts[:-1]), parts[-1]


def _signature(text: bytes) -> str:
    """What stands before the columns or the body."""
    return signature_of(
        re.split(rb"\sAS\s|\sBEGIN\s|\(\s*\n", text[:4000], maxsplit=1, flags=re.I)[0]
    )
