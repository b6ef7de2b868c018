"""Imported by a fork server, this loads code and grammars once for all readers that it forks."""

from repobook.build.read import read_file as _read_file  # noqa: F401 - what a reader runs
from repobook.languages import parse

for _language in ("Python", "C", "C++", "TypeScript", "Markdown", "TOML", "JSON", "Make"):
    parse(_language, b"")
