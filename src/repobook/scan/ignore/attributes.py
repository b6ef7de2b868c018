"""What ``.gitattributes`` files say of language and role, as one value that workers can be sent."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.errors import UnreadableError
from repobook.model.files import Listing
from repobook.scan.classify.languages import known_language
from repobook.scan.ignore.globs import ANY_DEPTH, component_regex, split_pattern
from repobook.scan.sources.books import PARTS
from repobook.scan.sources.source import Source

_FILE_BYTES: Final = 1 << 20
# Beyond this a repository would decide how long each of its files takes.
_MAX_PATTERN_BYTES: Final = 4096
_MAX_RULES: Final = 1000
_QUOTED: Final = re.compile(rb'"((?:[^"\\]|\\.){0,4096})"')
_OF_BOOK: Final = "of a book"
"""With blanks, so that no ``.gitattributes`` says it."""
_PARTS_OF_BOOK: Final = b"(?:" + b"|".join(re.escape(name) for name in sorted(PARTS)) + b")"
_FLAGS: Final = ("generated", "vendored", "documentation")


class FileAttributes(NamedTuple):
    """What was said of one file; None and empty where nothing was."""

    language: str = ""
    generated: bool | None = None
    vendored: bool | None = None
    documentation: bool | None = None
    is_of_book: bool = False
    """Whether it belongs to a book that lies among the sources."""


class AttributeRule(NamedTuple):
    """One line of a ``.gitattributes`` file; ``regex`` matches the whole repository path."""

    regex: re.Pattern[bytes]
    settings: tuple[tuple[str, str], ...]


class Attributes(NamedTuple):
    """All rules in order; a later one overrides an earlier one."""

    rules: tuple[AttributeRule, ...] = ()
    any_rule: re.Pattern[bytes] = re.compile(rb"(?!)")
    """Matches a path of which at least one rule speaks: nearly all files need no more."""
    notices: tuple[str, ...] = ()
    """What was not applied, in words for the reader."""

    def of(self, raw_path: bytes) -> FileAttributes:
        if not self.any_rule.fullmatch(raw_path):
            return _NOTHING
        settings_of_path: dict[str, str] = {}
        for regex, settings in self.rules:
            if regex.fullmatch(raw_path):
                settings_of_path.update(settings)
        return _file_attributes(settings_of_path) if settings_of_path else _NOTHING


_NOTHING: Final = FileAttributes()


def read_attributes(
    source: Source, listing: Listing, languages: Iterable[tuple[str, str]] = ()
) -> Attributes:
    """The rules of every ``.gitattributes`` of a source, and which files belong to a book.

    ``languages`` by pattern come before what the files say.
    """
    contents: list[tuple[bytes, bytes]] = []
    notices: list[str] = []
    for entry in listing.entries:
        if entry.kind == "file" and entry.raw_path.rpartition(b"/")[2] == b".gitattributes":
            try:
                content = source.read(entry, _FILE_BYTES)
            except UnreadableError as error:
                notices.append(f"{entry.path}: not applied, {error.message}")
                continue
            contents.append((entry.raw_path.rpartition(b"/")[0], content))
    attributes = parse_attributes(contents, listing.books, languages)
    return attributes._replace(notices=(*notices, *attributes.notices))


def parse_attributes(
    contents: Iterable[tuple[bytes, bytes]],
    books: Iterable[bytes] = (),
    languages: Iterable[tuple[str, str]] = (),
) -> Attributes:
    """Rules from pairs of folder and file content; deeper folders speak last, as in git."""
    ordered = sorted(contents, key=lambda pair: (pair[0].count(b"/") + bool(pair[0]), pair[0]))
    rules: list[AttributeRule] = []
    for folder, content in ordered:
        parsed = (_parse_line(folder, line) for line in content.split(b"\n"))
        rules += [rule for rule in parsed if rule is not None]
    rules += [_language_rule(pattern, language) for pattern, language in languages if pattern]
    rules += map(_book_rule, books)
    applied = tuple(rules[:_MAX_RULES])
    cut = f".gitattributes: only the first {_MAX_RULES:,} of {len(rules):,} rules are applied"
    notices = (cut,) if len(applied) < len(rules) else ()
    return Attributes(applied, _any_of(applied), notices) if applied else Attributes()


def _book_rule(folder: bytes) -> AttributeRule:
    regex = re.escape(folder) + b"/" + _PARTS_OF_BOOK + b"(?:/.*)?"
    return AttributeRule(re.compile(regex, re.DOTALL), ((_OF_BOOK, "true"),))


def _language_rule(pattern: str, language: str) -> AttributeRule:
    regex = _path_regex(b"", pattern.encode("utf-8", "surrogateescape")[:_MAX_PATTERN_BYTES])
    return AttributeRule(re.compile(regex, re.DOTALL), (("language", language),))


def _any_of(rules: tuple[AttributeRule, ...]) -> re.Pattern[bytes]:
    return re.compile(b"|".join(b"(?:" + rule.regex.pattern + b")" for rule in rules), re.DOTALL)


def _parse_line(folder: bytes, line: bytes) -> AttributeRule | None:
    line = line.strip()
    if b"linguist-" not in line or line.startswith((b"#", b"[attr]")):
        return None
    pattern, words = _split(line)
    settings = tuple(pair for word in words if (pair := _setting(word)))
    if not settings or pattern.endswith(b"/") or not 0 < len(pattern) < _MAX_PATTERN_BYTES:
        return None
    return AttributeRule(re.compile(_path_regex(folder, pattern), re.DOTALL), settings)


def _split(line: bytes) -> tuple[bytes, list[bytes]]:
    if match := _QUOTED.match(line):
        return re.sub(rb"\\(.)", rb"\1", match.group(1)), line[match.end() :].split()
    first, *rest = line.split()
    return first, rest


def _setting(word: bytes) -> tuple[str, str] | None:
    text = word.decode("utf-8", "replace")
    name, _, value = text.lstrip("-!").partition("=")
    if not name.startswith("linguist-"):
        return None
    if text.startswith("!"):
        return name.removeprefix("linguist-"), ""
    return name.removeprefix("linguist-"), "false" if text.startswith("-") else value or "true"


def _path_regex(folder: bytes, pattern: bytes) -> bytes:
    """The pattern on a whole path; ``**`` is lazy and atomic, so nothing backtracks into it."""
    components = split_pattern(pattern.removeprefix(b"/"))
    if b"/" not in pattern:
        components = [ANY_DEPTH, *components]
    start = re.escape(folder) + b"/" if folder else b""
    return start + b"".join(_pieces(components))


def _pieces(components: list[bytes]) -> Iterable[bytes]:
    runs: list[list[bytes]] = [[]]
    for component in components:
        if component == ANY_DEPTH:
            runs.append([])
        else:
            runs[-1].append(component_regex(component))
    last = len(runs) - 1
    for n, run in enumerate(runs):
        text = b"/".join(run)
        if n == 0:
            yield text + b"/" if run and last else text
        elif n < last:
            yield b"(?>(?:[^/]*/)*?" + text + b"/)" if run else b""
        else:
            yield b"(?:[^/]*/)*" + text if run else b".*"


def _file_attributes(settings: dict[str, str]) -> FileAttributes:
    generated, vendored, documentation = (_flag(settings.get(name, "")) for name in _FLAGS)
    language = known_language(settings.get("language", ""))
    return FileAttributes(language, generated, vendored, documentation, _OF_BOOK in settings)


def _flag(value: str) -> bool | None:
    return None if value == "" else value.lower() not in ("false", "0", "no", "unset")
