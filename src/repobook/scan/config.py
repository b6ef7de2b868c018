"""The configuration of a repository: ``repobook.toml``, or ``[tool.repobook]`` in its
``pyproject.toml``.

It is input like any other file: a value of another type than ours is left out with a notice, and
nothing it says makes a build read more than it would without it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple

from repobook.disk.reading import Folders, read_regular
from repobook.errors import UnreadableError
from repobook.model.book_layout import FORMATS
from repobook.scan.classify.languages import known_language
from repobook.scan.git.blob_reader import BlobReader
from repobook.scan.sources.source import SourceSpec

CONFIG_FILE: Final = "repobook.toml"
_PROJECT_FILE: Final = "pyproject.toml"
_MAX_BYTES: Final = 1 << 20
_MAX_ITEMS: Final = 200
_IGNORED: Final = "ignored-findings"
_READ_ELSEWHERE: Final = frozenset(["title", "description"])
"""The index has these keys with their lines, and pages cite them."""


class BookConfig(NamedTuple):
    origin: str = ""
    """The file that says it; empty where none does."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    history: int | None = None
    languages: tuple[tuple[str, str], ...] = ()
    """Patterns as in ``.gitattributes``, with the language of the files that they match."""
    formats: tuple[str, ...] = ()
    """Of the book; empty for all."""
    ignored_findings: tuple[str, ...] = ()
    """Rules whose findings are counted and not listed."""
    notices: tuple[str, ...] = ()


def read_config(spec: SourceSpec) -> BookConfig:
    for name, tables in ((CONFIG_FILE, ()), (_PROJECT_FILE, ("tool", "repobook"))):
        content = _content(spec, name)
        if content is None:
            continue
        try:
            settings = _table(tomllib.loads(content.decode("utf-8")), tables)
        except (ValueError, RecursionError) as error:
            # A pyproject.toml that is broken may still be one that says nothing of us.
            if name == CONFIG_FILE:
                return BookConfig(name, notices=(f"{name}: not applied: {error}",))
            continue
        if settings is not None:
            return _config(name, settings)
    return BookConfig()


def _table(content: Mapping[str, Any], keys: tuple[str, ...]) -> Mapping[str, Any] | None:
    found: Any = content
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def _config(origin: str, settings: Mapping[str, Any]) -> BookConfig:
    config = BookConfig(
        origin,
        tuple(_texts(settings.get("include"))),
        tuple(_texts(settings.get("exclude"))),
        _number(settings.get("history")),
        tuple(_languages(settings.get("languages"))),
        tuple(_formats(settings.get("formats"))),
        tuple(_texts(settings.get(_IGNORED))),
    )
    wrong = [key for key in sorted(settings) if not _is_applied(key, settings[key], config)]
    return config._replace(notices=tuple(f"{origin}: {key} is not applied" for key in wrong))


def _is_applied(key: str, value: object, config: BookConfig) -> bool:
    if key in _READ_ELSEWHERE:
        return isinstance(value, str)
    if key == "formats":
        return bool(config.formats)
    if key in ("include", "exclude", "languages", _IGNORED):
        size = len(value) if isinstance(value, list | dict) else -1
        return len(getattr(config, key.replace("-", "_"))) == size
    return key == "history" and config.history is not None


def _texts(value: object) -> list[str]:
    """All of them or none: half of a list would leave out other files than were meant."""
    items = value if isinstance(value, list) and len(value) <= _MAX_ITEMS else []
    return items if all(isinstance(item, str) for item in items) else []


def _formats(value: object) -> list[str]:
    """None of them where one is unknown."""
    names = _texts(value)
    return [name for name in FORMATS if name in names] if set(names) <= set(FORMATS) else []


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _languages(value: object) -> Iterator[tuple[str, str]]:
    pairs = value.items() if isinstance(value, dict) and len(value) <= _MAX_ITEMS else ()
    for pattern, name in pairs:
        if isinstance(name, str) and (language := known_language(name)):
            yield pattern, language


def _content(spec: SourceSpec, name: str) -> bytes | None:
    """Of a file at the top of the repository; None where there is none that can be read."""
    try:
        if spec.kind == "git":
            with closing(BlobReader(spec.root)) as blobs:
                return blobs.read(f"{spec.rev}:{name}", _MAX_BYTES)
        with closing(Folders(spec.root)) as folders:
            return read_regular(folders.open(b""), name.encode(), _MAX_BYTES)
    except (OSError, UnreadableError):
        return None
