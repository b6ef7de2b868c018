"""The tables of ``book.db`` and the public views over them.

The views are a contract: columns may be added, never changed. Rows are keyed by values that depend
on nothing but the file they come from, so that changing one file changes no other row.
"""

from typing import Final

# What changed in each version of the schema, oldest first; the newest is the one written.
HISTORY: Final = (
    "1: files, symbols, references, imports, notes, diagnostics, skipped paths",
    "2: where references and imports lead, file edges, findings, ranks, tests, history",
    "3: what a file says of itself in one sentence, with its lines",
    "4: keywords of a file, and the words that the repository names things with",
    "5: where a file uses a target first",
    "6: in which months a file changed",
    "7: why a test is for a file, as values",
    "8: which symbols are one thing, declared here and defined there",
    "9: what a file is for, and where that is said",
    "10: which symbols are routes or commands, by indexes of their own",
    "11: facts and suppressed findings, apart from what someone should act on",
    "12: which symbols are operators, by an index of their own",
    "13: which symbols are variables of the environment, by an index of their own",
    "14: what the subjects of a file's commits say",
    "15: which commit changed each line of a file last",
    "16: which paths tests name in strings",
)
VERSION: Final = len(HISTORY)
# Of all statements below as SQLite keeps them: a reader accepts no others.
SHA256: Final = "42c726cc77a0fbd7145a72aaadff727c5f950b36c9a93643794a772369d314b3"

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
    doc TEXT NOT NULL,
    summary TEXT NOT NULL,
    summary_line INTEGER NOT NULL,
    summary_end_line INTEGER NOT NULL
);

-- What a document says of files, by the names that it writes.
CREATE TABLE description (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    words TEXT NOT NULL,
    is_heading INTEGER NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

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
    complexity INTEGER NOT NULL,
    nesting INTEGER NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

-- A file's references are one JSON text, [[name, receiver, role, [position, ...], confidence, rule,
-- [target, ...]], ...] with position = line << 20 | column: millions of uses cost one row a file.
-- A target is the key of a symbol, or the id of a file.
CREATE TABLE file_references (file INTEGER PRIMARY KEY, groups TEXT NOT NULL);

-- The way back: which files refer to a target, how, in how many places, and where first. The key of
-- a name stands for the unresolved uses of that name.
CREATE TABLE referrer (
    file INTEGER NOT NULL,
    target INTEGER NOT NULL,
    role TEXT NOT NULL,
    confidence TEXT NOT NULL,
    n INTEGER NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (file, target, role, confidence)
) WITHOUT ROWID;

-- A declaration and its definition are one thing with two keys, each a row with the other; the file
-- is one that defines it.
CREATE TABLE same_symbol (
    file INTEGER NOT NULL,
    key INTEGER NOT NULL,
    other INTEGER NOT NULL,
    PRIMARY KEY (file, key, other)
) WITHOUT ROWID;

-- How the references of a file ended: a confidence, or the reason why one stayed unresolved.
CREATE TABLE outcome (
    file INTEGER NOT NULL, outcome TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (file, outcome)
) WITHOUT ROWID;

-- Four bytes of a hash for every name that a file mentions: what a changed name may touch.
CREATE TABLE file_names (file INTEGER PRIMARY KEY, names BLOB NOT NULL);

-- What distinguishes a file, best first, as [[keyword, kind, score in hundredths, line], ...]; how
-- many there are in truth; two bytes of a hash for every word whose weight may change them.
CREATE TABLE file_keywords (
    file INTEGER PRIMARY KEY, n_all INTEGER NOT NULL, words BLOB NOT NULL, ranked TEXT NOT NULL
);

-- In how many files a path or a definition bears a word, and in how many a path does.
CREATE TABLE naming_word (
    word TEXT PRIMARY KEY, n_files INTEGER NOT NULL, n_paths INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE edge (
    source INTEGER NOT NULL,
    target INTEGER NOT NULL,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    confidence TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (source, target, kind)
) WITHOUT ROWID;

CREATE TABLE import (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    module TEXT NOT NULL,
    name TEXT NOT NULL,
    alias TEXT NOT NULL,
    form TEXT NOT NULL,
    line INTEGER NOT NULL,
    confidence TEXT NOT NULL,
    rule TEXT NOT NULL,
    targets TEXT NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

-- What a file is for by its own definitions, where its own words do not tell.
CREATE TABLE own_purpose (
    file INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    subject TEXT NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL
);

-- What a file is for, by the best source that there is; the lines are those of ``proof``, a file.
CREATE TABLE file_purpose (
    file INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    subject TEXT NOT NULL,
    proof INTEGER NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL
);

-- Entry points: where a program begins, with the line that shows it.
CREATE TABLE entry_point (file INTEGER PRIMARY KEY, line INTEGER NOT NULL);

CREATE TABLE pattern (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

-- Paths in strings of tests, with the case that each stands in.
CREATE TABLE named_file (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    line INTEGER NOT NULL,
    case_name TEXT NOT NULL,
    case_line INTEGER NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

-- How often a decorator or macro that seems to register something stands in a file.
CREATE TABLE registration (
    file INTEGER NOT NULL, name TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (file, name)
) WITHOUT ROWID;

-- Who owns a file: what it says itself, and what CODEOWNERS (a file, by its id) says.
CREATE TABLE header_owner (file INTEGER PRIMARY KEY, owners TEXT NOT NULL, line INTEGER NOT NULL);
CREATE TABLE code_owner (
    file INTEGER PRIMARY KEY, owners TEXT NOT NULL, proof INTEGER NOT NULL, line INTEGER NOT NULL
);

-- Worked out over the whole graph: importance, layers, cycles. The score is in millionths: SQLite
-- keeps a round fraction in one of two ways, and the same rows must have the same bytes.
CREATE TABLE file_rank (
    file INTEGER PRIMARY KEY,
    rank INTEGER NOT NULL,
    score INTEGER NOT NULL,
    fan_in INTEGER NOT NULL,
    fan_out INTEGER NOT NULL,
    layer INTEGER NOT NULL,
    cycle INTEGER,
    is_entry INTEGER NOT NULL
);

-- The tests of a file, best first: [[file id, score, [reason, ...]], ...]; a reason is as much as
-- it has of kind, names, lines, confidence, number.
CREATE TABLE file_tests (file INTEGER PRIMARY KEY, links TEXT NOT NULL);

-- The command that runs a test file, and the line that shows it.
CREATE TABLE test_command (
    file INTEGER PRIMARY KEY, command TEXT NOT NULL, proof TEXT NOT NULL, line INTEGER NOT NULL
);

CREATE TABLE file_history (
    file INTEGER PRIMARY KEY,
    commit_id TEXT NOT NULL,
    date TEXT NOT NULL,
    n_changes INTEGER NOT NULL,
    authors TEXT NOT NULL,
    months TEXT NOT NULL,
    words TEXT NOT NULL,
    lines TEXT NOT NULL
);

CREATE TABLE co_change (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    other INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

CREATE TABLE finding (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    rule TEXT NOT NULL,
    severity TEXT NOT NULL,
    category TEXT NOT NULL,
    line INTEGER NOT NULL,
    message TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (file, n)
) WITHOUT ROWID;

CREATE TABLE remark (
    file INTEGER NOT NULL,
    n INTEGER NOT NULL,
    rule TEXT NOT NULL,
    severity TEXT NOT NULL,
    category TEXT NOT NULL,
    line INTEGER NOT NULL,
    message TEXT NOT NULL,
    code TEXT NOT NULL,
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

INDEXES_OF_FACTS: Final = """
CREATE UNIQUE INDEX file_by_path ON file (path);
CREATE INDEX symbol_by_name ON symbol (name);
CREATE INDEX symbol_by_key ON symbol (key);
CREATE INDEX symbol_of_route ON symbol (file) WHERE kind = 'route';
CREATE INDEX symbol_of_command ON symbol (file) WHERE kind = 'command';
CREATE INDEX symbol_of_environment ON symbol (file) WHERE kind = 'environment_variable';
CREATE INDEX symbol_of_operator ON symbol (file) WHERE kind = 'operator';
"""

INDEXES_OF_LINKS: Final = """
CREATE INDEX file_rank_by_cycle ON file_rank (cycle) WHERE cycle IS NOT NULL;
CREATE INDEX edge_by_target ON edge (target);
CREATE INDEX referrer_by_target ON referrer (target);
CREATE INDEX same_symbol_by_key ON same_symbol (key, other, file);
"""

VIEWS: Final = """
CREATE VIEW files AS
    SELECT f.path AS path, f.language AS language, f.role AS role, f.bytes AS bytes,
           f.lines AS lines, f.blob AS blob, f.status AS status, f.reason AS reason,
           f.tracked AS tracked, f.role_reason AS role_reason, f.doc AS doc, f.summary AS summary,
           f.summary_line AS summary_line, f.summary_end_line AS summary_end_line,
           coalesce(iif(p.subject = '', '', p.subject || ': ') || p.text, '') AS purpose,
           coalesce(p.source, '') AS purpose_source, coalesce(o.path, '') AS purpose_path,
           coalesce(p.line, 0) AS purpose_line, coalesce(p.end_line, 0) AS purpose_end_line
    FROM file f LEFT JOIN file_purpose p ON p.file = f.id LEFT JOIN file o ON o.id = p.proof
    ORDER BY f.path;

CREATE VIEW symbols AS
    SELECT f.path || '::' || s.qualname || iif(s.overload > 1, '~' || s.overload, '') AS id,
           f.path AS path, s.name AS name, s.qualname AS qualname, s.kind AS kind, s.line AS line,
           s.end_line AS end_line, s.signature AS signature, s.doc AS doc, s.exported AS exported,
           s.col AS col, s.decorators AS decorators, s.n AS n, s.parent AS parent,
           s.complexity AS complexity, s.nesting AS nesting, s.key AS key
    FROM symbol s JOIN file f ON f.id = s.file;

-- A reference with several candidates has one row for each of them.
CREATE VIEW refs AS
    SELECT f.path AS path, p.value >> 20 AS line, p.value & 1048575 AS col,
           json_extract(g.value, '$[0]') AS name, json_extract(g.value, '$[2]') AS role,
           coalesce((SELECT s.id FROM symbols s WHERE s.key = t.value),
                    (SELECT o.path FROM file o WHERE o.id = t.value)) AS target,
           nullif(json_extract(g.value, '$[4]'), '') AS confidence,
           json_extract(g.value, '$[1]') AS receiver, json_extract(g.value, '$[5]') AS rule
    FROM file f JOIN file_references r ON r.file = f.id
         JOIN json_each(r.groups) g JOIN json_each(g.value, '$[3]') p
         LEFT JOIN json_each(g.value, '$[6]') t;

CREATE VIEW same_symbols AS
    SELECT DISTINCT s.id AS id, o.id AS other
    FROM same_symbol t JOIN symbols s ON s.key = t.key JOIN symbols o ON o.key = t.other;

CREATE VIEW outcomes AS
    SELECT f.path AS path, f.language AS language, o.outcome AS outcome, o.n AS n
    FROM outcome o JOIN file f ON f.id = o.file;

CREATE VIEW file_edges AS
    SELECT s.path AS source, t.path AS target, e.kind AS kind, e.line AS line,
           e.confidence AS confidence, e.n AS n
    FROM edge e JOIN file s ON s.id = e.source JOIN file t ON t.id = e.target;
CREATE VIEW keywords AS
    SELECT f.path AS path, r.key + 1 AS rank, json_extract(r.value, '$[0]') AS keyword,
           json_extract(r.value, '$[1]') AS kind, json_extract(r.value, '$[2]') / 100.0 AS score,
           json_extract(r.value, '$[3]') AS line, k.n_all AS n_all
    FROM file_keywords k JOIN file f ON f.id = k.file JOIN json_each(k.ranked) r;
CREATE VIEW naming_words AS SELECT word, n_files, n_paths FROM naming_word ORDER BY word;
CREATE VIEW tests AS
    SELECT f.path AS path, t.path AS test_path, l.key + 1 AS rank,
           json_extract(l.value, '$[1]') AS score,
           (SELECT json_group_array(CASE json_extract(r.value, '$[0]')
                WHEN 'mention' THEN 'mentions ' || cited
                WHEN 'alike' THEN 'has names like ' || cited
                WHEN 'path' THEN 'path shares ' || names
                WHEN 'reach' THEN 'uses ' || names || ', which uses it'
                WHEN 'perhaps' THEN 'perhaps for ' || names || ', which uses it'
                WHEN 'together' THEN 'changed together ' || iif(n = 1, 'once', n || ' times')
                WHEN 'inherit' THEN 'inherits from it' || line
                ELSE json_extract(r.value, '$[0]') || 's it' || line
            END) FROM (
                SELECT e.value, json_extract(e.value, '$[4]') AS n,
                    ' (line ' || json_extract(e.value, '$[2][0]')
                    || coalesce(', ' || json_extract(e.value, '$[3]'), '') || ')' AS line,
                    group_concat(m.value, ', ') AS names,
                    group_concat('`' || m.value || '` (line ' || o.value || ')', ', ') AS cited
                FROM json_each(l.value, '$[2]') e LEFT JOIN json_each(e.value, '$[1]') m
                    LEFT JOIN json_each(e.value, '$[2]') o ON o.key = m.key
                GROUP BY e.key
            ) r) AS reasons,
           coalesce(c.command, '') AS command
    FROM file_tests x JOIN file f ON f.id = x.file JOIN json_each(x.links) l
         JOIN file t ON t.id = json_extract(l.value, '$[0]')
         LEFT JOIN test_command c ON c.file = t.id;
CREATE VIEW ranks AS
    SELECT f.path AS path, r.rank AS rank, r.score / 1e6 AS score, r.fan_in AS fan_in,
           r.fan_out AS fan_out, r.layer AS layer, r.cycle AS cycle, r.is_entry AS is_entry
    FROM file_rank r JOIN file f ON f.id = r.file;
CREATE VIEW patterns AS
    SELECT f.path AS path, p.line AS line, p.kind AS kind, p.name AS name, p.text AS text
    FROM pattern p JOIN file f ON f.id = p.file;
CREATE VIEW registries AS
    SELECT name, sum(n) AS n_places, count(*) AS n_files
    FROM registration GROUP BY name HAVING sum(n) >= 5;
CREATE VIEW owners AS
    SELECT f.path AS path, o.owners AS owners, f.path AS proof, o.line AS line
    FROM header_owner o JOIN file f ON f.id = o.file
    UNION ALL
    SELECT f.path, o.owners, p.path, o.line
    FROM code_owner o JOIN file f ON f.id = o.file JOIN file p ON p.id = o.proof;
CREATE VIEW history AS
    SELECT f.path AS path, h.commit_id AS commit_id, h.date AS date, h.n_changes AS n_changes,
           h.authors AS authors, h.months AS months
    FROM file_history h JOIN file f ON f.id = h.file;
CREATE VIEW changed_together AS
    SELECT f.path AS path, o.path AS other, c.count AS count
    FROM co_change c JOIN file f ON f.id = c.file JOIN file o ON o.id = c.other;
CREATE VIEW findings AS
    SELECT f.path AS path, d.line AS line, d.rule AS rule, d.severity AS severity,
           d.category AS category, d.message AS message, d.code AS code, f.role AS role
    FROM finding d JOIN file f ON f.id = d.file;
CREATE VIEW remarks AS
    SELECT f.path AS path, d.line AS line, d.rule AS rule, d.severity AS severity,
           d.category AS category, d.message AS message, d.code AS code
    FROM remark d JOIN file f ON f.id = d.file;
CREATE VIEW imports AS
    SELECT f.path AS path, i.line AS line, i.module AS module, i.name AS name, i.alias AS alias,
           i.form AS form,
           coalesce((SELECT s.id FROM symbols s WHERE s.key = t.value),
                    (SELECT o.path FROM file o WHERE o.id = t.value)) AS target,
           nullif(i.confidence, '') AS confidence, i.rule AS rule
    FROM import i JOIN file f ON f.id = i.file LEFT JOIN json_each(i.targets) t;
CREATE VIEW notes AS
    SELECT f.path AS path, n.line AS line, n.tag AS tag, n.text AS text
    FROM note n JOIN file f ON f.id = n.file;
CREATE VIEW diagnostics AS
    SELECT f.path AS path, d.line AS line, d.message AS message
    FROM diagnostic d JOIN file f ON f.id = d.file;
CREATE VIEW skipped AS SELECT path, rule FROM skipped_path ORDER BY path;
CREATE VIEW meta AS SELECT key, value FROM meta_entry ORDER BY key;
"""

STATEMENTS: Final = TABLES + INDEXES_OF_FACTS + INDEXES_OF_LINKS + VIEWS
