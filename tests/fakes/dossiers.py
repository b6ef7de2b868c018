"""Dossiers made by hand: everything is empty but what a test is about."""

from typing import Any

from repobook.model.dossiers.dossier import FileDossier, Rank, Repository, Symbol, Uses
from repobook.model.dossiers.folder_dossier import Coverage, FolderDossier, RepositoryDossier
from repobook.model.facts import Definition, PageFacts, Summary
from repobook.model.purpose import NO_PURPOSE, Purpose
from repobook.parse.source import SourceText
from repobook.parse.words.file_summary import file_summary

REPOSITORY = Repository("demo", "")


def file_dossier(**fields: Any) -> FileDossier:
    """Lines and sizes follow from ``text``, the language is Python, unless told otherwise."""
    text = fields.get("text", "")
    lines = tuple(text.split("\n")[: -1 if text.endswith("\n") else None]) if text else ()
    summary = file_summary(fields.get("doc", ""), SourceText(text.encode()))
    empty: dict[str, Any] = dict.fromkeys(FileDossier._fields, ())
    empty |= dict.fromkeys(("role_reason", "doc", "source_missing"), "")
    empty |= {
        "repository": REPOSITORY,
        "path": "pkg/mod.py",
        "language": "Python",
        "role": "source",
        "n_bytes": len(text.encode()),
        "n_lines": len(lines),
        "blob": "b10b",
        "summary": summary,
        "purpose": _own_words(fields.get("path", "pkg/mod.py"), summary),
        "text": text,
        "lines": lines,
        "known": {},
        "rank": Rank(),
        "command": None,
        "past": None,
        "n_keywords": len(fields.get("keywords", ())),
    }
    own = {name: fields.pop(name) for name in PageFacts._fields if name in fields}
    return FileDossier(**empty | {"facts": PageFacts(**own)} | fields)


def _own_words(path: str, summary: Summary) -> Purpose:
    text, line, end_line = summary
    return Purpose(text, "own words", "", path, line, end_line) if text else NO_PURPOSE


def folder_dossier(**fields: Any) -> FolderDossier:
    empty: dict[str, Any] = dict.fromkeys(FolderDossier._fields, ())
    empty |= {"repository": REPOSITORY, "path": "pkg", "n_files": 0, "n_lines": 0}
    empty |= {
        "offers_by_file": {},
        "n_changes_by_file": {},
        "coverage": Coverage(),
        "n_tests": 0,
        "n_mentions": 0,
    }
    empty["n_own_tests"] = 0
    empty["inner"] = fields.get("path", "pkg")
    return FolderDossier(**empty | fields)


def repository_dossier(**fields: Any) -> RepositoryDossier:
    empty: dict[str, Any] = dict.fromkeys(RepositoryDossier._fields, ())
    empty |= {"repository": REPOSITORY, "commit": "c0ffee", "meta": {"made_by": "repobook 1.0"}}
    empty |= {"n_files": 0, "n_documented": 0, "root": folder_dossier(path="")}
    return RepositoryDossier(**empty | fields)


def symbol(n: int, qualname: str, line: int, end_line: int = 0, **fields: Any) -> Symbol:
    """A function without a parent, unless told otherwise; ``uses`` and ``overload`` may be told."""
    uses, overload = fields.pop("uses", Uses()), fields.pop("overload", 1)
    empty: dict[str, Any] = {
        "kind": "function",
        "name": qualname.rpartition(".")[2],
        "qualname": qualname,
        "line": line,
        "end_line": end_line or line,
        "column": 0,
        "parent": -1,
        "signature": "",
        "doc": "",
        "decorators": (),
        "exported": True,
    }
    return Symbol(n, Definition(**empty | fields), overload, uses)
