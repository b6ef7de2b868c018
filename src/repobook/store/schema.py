"""The tables of ``book.db`` and the public views over them.

The views are a contract: columns may be added, never changed. Rows are keyed by values that depend
on nothing but the file they come from, so that changing one file changes no other row.
"""

from typing import Final

# What changed in each version of the schema, oldest first; the newest is the one written.
HISTORY: Final = ("1: files, symbols, references, imports, notes, diagnostics, skipped paths",)
VERSION: Final = len(HISTORY)

TABLES: Final = """
CREATE TABLE meta_entry (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    language TEXT NOT NULL,
    role TEXT NOT NULL,
    role_reason TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    blob TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    tracked INTEGER,
    facts BLOB NOT NULL,
    doc TEXT NOT NULL
);

CREATE TABLE symbol (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    parent INTEGER,
    overload INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    qualname TEXT NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    col INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    decorators TEXT NOT NULL,
    exported INTEGER NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

-- A file's references are one JSON text, [[name, receiver, role, [position, ...]], ...] with
-- position = line << 20 | column: millions of uses cost one row a file.
CREATE TABLE file_references (file INTEGER PRIMARY KEY, groups TEXT NOT NULL);

CREATE TABLE import (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    module TEXT NOT NULL,
    name TEXT NOT NULL,
    alias TEXT NOT NULL,
    form TEXT NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

CREATE TABLE note (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    tag TEXT NOT NULL,
    line INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

CREATE TABLE diagnostic (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    line INTEGER NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

CREATE TABLE skipped_path (path TEXT PRIMARY KEY, rule TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE marker_folder (
    folder TEXT PRIMARY KEY, count INTEGER NOT NULL, pattern TEXT NOT NULL
) WITHOUT ROWID;
"""

INDEXES: Final = """
CREATE UNIQUE INDEX file_by_path ON file (path);
CREATE INDEX symbol_by_name ON symbol (name);
"""

VIEWS: Final = """
CREATE VIEW files AS
    SELECT path, language, role, bytes, lines, blob, status, reason, tracked, role_reason, doc
    FROM file ORDER BY path;

CREATE VIEW symbols AS
    SELECT f.path || '::' || s.qualname || iif(s.overload > 1, '~' || s.overload, '') AS id,
           f.path AS path, s.name AS name, s.qualname AS qualname, s.kind AS kind, s.line AS line,
           s.end_line AS end_line, s.signature AS signature, s.doc AS doc, s.exported AS exported,
           s.col AS col, s.decorators AS decorators, s.n AS n, s.parent AS parent
    FROM symbol s JOIN file f ON f.id = s.file;

CREATE VIEW refs AS
    SELECT f.path AS path, p.value >> 20 AS line, p.value & 1048575 AS col,
           json_extract(g.value, '$[0]') AS name, json_extract(g.value, '$[2]') AS role,
           NULL AS target, NULL AS confidence, json_extract(g.value, '$[1]') AS receiver
    FROM file f JOIN file_references r ON r.file = f.id,
         json_each(r.groups) g, json_each(g.value, '$[3]') p;

CREATE VIEW file_edges AS
    SELECT '' AS source, '' AS target, '' AS kind, 0 AS line, '' AS confidence WHERE 0;
CREATE VIEW keywords AS
    SELECT '' AS path, 0 AS rank, '' AS keyword, '' AS kind, 0.0 AS score, 0 AS line WHERE 0;
CREATE VIEW tests AS
    SELECT '' AS path, '' AS test_path, 0 AS rank, 0.0 AS score, '' AS reasons WHERE 0;
CREATE VIEW findings AS
    SELECT '' AS path, 0 AS line, '' AS rule, '' AS severity, '' AS category, '' AS message WHERE 0;
CREATE VIEW imports AS
    SELECT f.path AS path, i.line AS line, i.module AS module, i.name AS name, i.alias AS alias,
           i.form AS form
    FROM import i JOIN file f ON f.id = i.file;
CREATE VIEW notes AS
    SELECT f.path AS path, n.line AS line, n.tag AS tag, n.text AS text
    FROM note n JOIN file f ON f.id = n.file;
CREATE VIEW diagnostics AS
    SELECT f.path AS path, d.line AS line, d.message AS message
    FROM diagnostic d JOIN file f ON f.id = d.file;
CREATE VIEW skipped AS SELECT path, rule FROM skipped_path ORDER BY path;
CREATE VIEW meta AS SELECT key, value FROM meta_entry ORDER BY key;
"""
