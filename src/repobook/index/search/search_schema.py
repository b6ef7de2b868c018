"""The tables of ``search.db``: what files are found by, and their texts.

It is derived and internal: it can be dropped and is rebuilt. All but the words of a file is joined
from the ``book.db`` that it belongs to.
"""

from typing import Final

# What changed in each version, oldest first; the newest is the one written.
HISTORY: Final = (
    "1: fields of files, names, subjects of commits, texts",
    "2: a list of all words; one without it can be read all the same",
)
VERSION: Final = len(HISTORY)
# Of all statements of a version as SQLite keeps them: a reader accepts no others.
SHA256_BY_VERSION: Final = {
    1: "fd4b142118c0c8bc806b901d103c9917031c9ec3463b00e1edc41d8bc5f91a4e",
    2: "52d0f159a7ad3fb1416a2a9c26f517edce85902e14449b038536fa58936113a7",
}


FIELDS: Final = ("path", "symbols", "headings", "documentation", "comments", "body")

# Terms are made by ``text/terms.py``, in lower case and without anything that separates words.
_FTS: Final = "content = '', contentless_delete = 1, tokenize = 'ascii'"

# Rows are numbered from 1, for lists of small numbers take less room than lists of file ids.
TABLES: Final = f"""
CREATE TABLE search_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- ``past`` stands for the subjects of its commits: as long as it is the same they are.
CREATE TABLE indexed_file (
    row INTEGER PRIMARY KEY,
    file INTEGER NOT NULL UNIQUE,
    n_terms INTEGER NOT NULL DEFAULT 0,
    past BLOB NOT NULL DEFAULT x'',
    n_past_terms INTEGER NOT NULL DEFAULT 0
);

CREATE VIRTUAL TABLE file_text USING fts5({", ".join(FIELDS)}, {_FTS});

CREATE VIRTUAL TABLE file_past USING fts5(subjects, {_FTS});

CREATE TABLE source_text (row INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""
