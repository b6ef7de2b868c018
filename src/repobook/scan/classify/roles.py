"""Tells what a file is for, and by which sign it was recognised.

Rules are tried in order and the first that matches decides: what the repository declares in
``.gitattributes``, then content (binary, empty, generated), then names and folders.
"""

import functools
import json
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from repobook.model.files import Role
from repobook.model.language import language_by_name
from repobook.scan.classify.generated import generated_header, is_minified
from repobook.scan.classify.languages import BINARY, TEXT, language_type
from repobook.scan.ignore.attributes import FileAttributes
from repobook.scan.sources.books import BOOK_RULE

RoleAndReason = tuple[Role, str]

# Of languages that have no folder of their own.
_OTHER_TESTS: Final = (
    r"test_.*\.(?:jl|R)|.*_(?:tests?|unittest|gtest)\.(?:dart|exs)|"
    r"(?:.*[A-Za-z0-9])?Tests?\.(?:scala|groovy|swift)|Test[A-Z].*\.scala"
)
_TEST_PROGRAM: Final = re.compile(r"tests?\.(?:c|cc|cpp|cxx)")
_CASE: Final = re.compile(rb"^(?:static )?(?:bool|int|void) {1,4}[Tt]est_?\w{1,80} ?\(", re.M)
_MIN_CASES: Final = 3
# A source set of Gradle: src/jvmTest/, src/integrationTest/.
_TEST_SOURCES: Final = re.compile(r"(?:^|/)(src/[a-z][A-Za-z0-9]{0,60}Tests?/)")
# A package that helps others to test is shipped: torch.testing, testing/ of a library. So is what
# Gradle and Maven take for the product, whatever it is called.
_TESTING_PACKAGES: Final = frozenset(["testing", "_testing"])


class PathTables(NamedTuple):
    """Names and folders with a meaning, in lower case; derived from linguist's path rules."""

    vendored_folders: frozenset[str]
    vendored_tops: frozenset[str]
    vendored_paths: tuple[str, ...]
    vendored_names: frozenset[str]
    vendored_web: re.Pattern[str]
    documentation_folders: frozenset[str]
    documentation_names: frozenset[str]
    generated_names: frozenset[str]
    generated_suffixes: tuple[str, ...]
    generated_folders: frozenset[str]
    build_names: frozenset[str]
    build_languages: frozenset[str]
    build_folders: frozenset[str]
    config_languages: frozenset[str]
    config_folders: frozenset[str]
    config_names: frozenset[str]
    test_folders: frozenset[str]


@functools.cache
def path_tables() -> PathTables:
    text = Path(__file__).with_name("tables").joinpath("paths.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    values: dict[str, Any] = {name: frozenset(members) for name, members in data.items()}
    values["vendored_web"] = re.compile("|".join(data["vendored_web"]))
    for name in ("vendored_paths", "generated_suffixes"):
        values[name] = tuple(data[name])
    return PathTables(**values)


class Subject(NamedTuple):
    """The file in the form in which the rules look at it."""

    path: str
    name: str
    lower_name: str
    folders: frozenset[str]
    content: bytes
    language: str
    attributes: FileAttributes


def role_of(path: str, content: bytes, language: str, attributes: FileAttributes) -> RoleAndReason:
    """The role and, in words, the sign by which it was recognised."""
    *folders, name = path.split("/")
    lower = frozenset(folder.lower() for folder in folders)
    subject = Subject(path, name, name.lower(), lower, content, language, attributes)
    for rule in _RULES:
        if role_and_reason := rule(subject):
            return role_and_reason
    return "source", f"{language} file"


def _by_attributes(subject: Subject) -> RoleAndReason | None:
    attributes = subject.attributes
    if attributes.generated:
        return "generated", ".gitattributes says linguist-generated"
    if attributes.vendored:
        return "vendored", ".gitattributes says linguist-vendored"
    if attributes.documentation:
        return "docs", ".gitattributes says linguist-documentation"
    return None


def _binary(subject: Subject) -> RoleAndReason | None:
    return ("binary", "binary content") if subject.language == BINARY else None


def _empty(subject: Subject) -> RoleAndReason | None:
    """An empty module is a module all the same; any other empty file is a mark."""
    if subject.content or language_type(subject.language) == "programming":
        return None
    return "marker", "empty file"


def _vendored(subject: Subject) -> RoleAndReason | None:
    if subject.attributes.vendored is False:
        return None
    tables = path_tables()
    # cmake/External/ holds a project's own recipes for what it takes from elsewhere.
    folders = subject.folders if "cmake" not in subject.folders else frozenset()
    for folder in sorted(folders & tables.vendored_folders):
        return "vendored", f"under {folder}/"
    # What lies in deps/ itself may be the project's own: how it handles what it depends on.
    top, *below = subject.path.lower().split("/")
    if len(below) > 1 and top in tables.vendored_tops:
        return "vendored", f"under {top}/ at the root"
    if subject.lower_name in tables.vendored_names:
        return "vendored", f"named {subject.name}"
    lower_path = subject.path.lower()
    if any(part in lower_path for part in tables.vendored_paths):
        return "vendored", "under a folder of downloaded tools"
    is_web = subject.language in ("JavaScript", "CSS", "SCSS", "Less", "Sass", "Stylus")
    if is_web and tables.vendored_web.search(subject.lower_name):
        return "vendored", f"{subject.name} is a known library"
    return None


def _generated(subject: Subject) -> RoleAndReason | None:
    if subject.attributes.generated is False:
        return None
    if subject.attributes.is_of_book:
        return "generated", f"in {BOOK_RULE}"
    tables = path_tables()
    if subject.lower_name in tables.generated_names:
        return "generated", f"named {subject.name}"
    if subject.lower_name.endswith(tables.generated_suffixes):
        suffix = next(s for s in tables.generated_suffixes if subject.lower_name.endswith(s))
        return "generated", f"name ends in {suffix}"
    for folder in sorted(subject.folders & tables.generated_folders):
        return "generated", f"under {folder}/"
    return _generated_content(subject)


def _generated_content(subject: Subject) -> RoleAndReason | None:
    if reason := generated_header(subject.path, subject.content, subject.language):
        return "generated", reason
    if is_minified(subject.content, subject.language):
        return "generated", "lines too long to be typed (minified)"
    return None


def _build(subject: Subject) -> RoleAndReason | None:
    tables = path_tables()
    if subject.lower_name in tables.build_names:
        return "build", f"named {subject.name}"
    if subject.language in tables.build_languages:
        return "build", f"{subject.language} file"
    if _is_requirements(subject.lower_name):
        return "build", "lists requirements"
    for folder in sorted(subject.folders & tables.build_folders):
        if language_type(subject.language) != "prose":
            return "build", f"under {folder}/"
    return None


def _is_requirements(name: str) -> bool:
    return "requirements" in name and name.endswith((".txt", ".in"))


def _test(subject: Subject) -> RoleAndReason | None:
    folders = sorted(subject.folders & path_tables().test_folders)
    # Cases that a program of the project reads, line by line: those of jq, SQLite and LLVM.
    if folders and subject.lower_name.endswith(".test"):
        return "test", f"*.test under {folders[0]}/"
    if language_type(subject.language) != "programming":
        return None
    is_shipped = not subject.folders.isdisjoint(_TESTING_PACKAGES) or "src/main/" in subject.path
    if not is_shipped and _test_names().fullmatch(subject.name):
        return "test", f"path matches {_test_sign(subject.name)}"
    for folder in folders:
        return "test", f"under {folder}/"
    if _TEST_PROGRAM.fullmatch(subject.name) and _has_cases(subject.content):
        return "test", f"{subject.name} with functions test_*"
    sources = _TEST_SOURCES.search(subject.path)
    return ("test", f"under {sources.group(1)}") if sources else None


def _has_cases(content: bytes) -> bool:
    """``test.c`` may be a command of that name."""
    return len([*islice(_CASE.finditer(content), _MIN_CASES)]) == _MIN_CASES


@functools.cache
def _test_names() -> re.Pattern[str]:
    patterns = (language.test_files for language in language_by_name().values())
    return re.compile("|".join(dict.fromkeys(filter(None, (*patterns, _OTHER_TESTS)))))


def _test_sign(name: str) -> str:
    stem, _, ending = name.partition(".")
    if name == "conftest.py":
        return name
    if stem.startswith("test_"):
        return f"test_*.{ending}"
    for tail in ("_test", "_tests", "_unittest", "_gtest", "_spec", "Tests", "Test"):
        if stem.endswith(tail):
            return f"*{tail}.{ending}"
    return f"*.{ending}" if "." in ending else f"Test*.{ending}"


def _docs(subject: Subject) -> RoleAndReason | None:
    if subject.attributes.documentation is False:
        return None
    tables = path_tables()
    stem = subject.lower_name.partition(".")[0]
    kind = language_type(subject.language)
    if kind == "prose" and subject.language != TEXT:
        return "docs", f"{subject.language} file"
    if stem in tables.documentation_names and kind in ("prose", "data"):
        return "docs", f"named {subject.name}"
    for folder in sorted(subject.folders & tables.documentation_folders):
        return "docs", f"under {folder}/"
    return None


def _config(subject: Subject) -> RoleAndReason | None:
    tables = path_tables()
    if subject.lower_name in tables.config_names:
        return "config", f"named {subject.name}"
    if subject.language in tables.config_languages:
        return "config", f"{subject.language} file"
    if language_type(subject.language) in ("programming", "markup"):
        return None
    if subject.name.startswith("."):
        return "config", "name starts with a dot"
    for folder in sorted(subject.folders & tables.config_folders):
        return "config", f"under {folder}/"
    is_structured = subject.language in ("YAML", "JSON")
    return (
        ("config", f"{subject.language} at the root")
        if is_structured and not subject.folders
        else None
    )


def _data(subject: Subject) -> RoleAndReason | None:
    if subject.language == TEXT:
        return "data", "plain text"
    if language_type(subject.language) == "data" and subject.language != "Gradle":
        return "data", f"{subject.language} file"
    return ("data", "SVG image") if subject.language == "SVG" else None


_RULES: Final[tuple[Callable[[Subject], RoleAndReason | None], ...]] = (
    _by_attributes,
    _binary,
    _empty,
    _vendored,
    _generated,
    _build,
    _test,
    _docs,
    _config,
    _data,
)
