"""HTML: headings, ids, title, what a page links to; template tags where it has any."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.languages.documents.jinja_parser import TemplateReader
from repobook.model.facts import FileFacts
from repobook.parse.comments import comment_at
from repobook.parse.scanners.outline import OutlineReader, decoded, signature_of
from repobook.parse.scanners.statements import place_of
from repobook.parse.source import SourceText

# A quoted value may not hold ``<`` here: so no failed attempt reads beyond the next tag.
_TAG: Final = re.compile(
    rb"<(?P<name>[A-Za-z][\w:-]*+)(?P<attributes>(?>(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*))>"
    rb"|(?P<comment><!--)"
)
_ATTRIBUTE: Final = re.compile(
    rb"(?<![\w-])(id|href|src)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))",
    re.I,
)
_MARKUP: Final = re.compile(rb"<[^<>]{0,1000}>|\s+")
_TEMPLATE: Final = re.compile(r"\{%[^%{}]{0,500}%\}|\{\{[^{}]{0,500}\}\}")
_RAW: Final = {
    b"script": re.compile(rb"</script", re.I),
    b"style": re.compile(rb"</style", re.I),
}
_HEADING: Final = re.compile(rb"h([1-6])", re.I)
_HEADING_END: Final = re.compile(rb"</h[1-6]", re.I)
_TITLE_END: Final = re.compile(rb"</title", re.I)
_MAX_HEADING: Final = 2000
_NO_LINK: Final = (b"data:", b"javascript:", b"#")
_ENTITIES: Final = {b"&amp;": b"&", b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&nbsp;": b" "}


def facts(source: SourceText) -> FileFacts:
    reader = _Reader(source)
    reader.read()
    if b"{%" in source.data or b"{{" in source.data:
        template = TemplateReader(source, reader.outline)
        template.read()
        reader.outline.sort()
        reader.uses = template.uses
        reader.comments = sorted([*reader.comments, *template.comments])
        reader.imports += template.imports
    return reader.facts(source)


class _Reader(OutlineReader):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self._source = source
        self._sections: list[tuple[int, int]] = []

    def read(self) -> None:
        for match in self._tags():
            name = match.group("name").lower()
            values = _attributes(match.group("attributes"))
            line, column = place_of(self._source, match.start())
            if heading := _HEADING.fullmatch(name):
                self._add_heading(int(heading.group(1)), match, line, column)
            elif name == b"title" and not self.doc:
                self.doc = self._text(match.end(), _TITLE_END) or None
            if identifier := values.get(b"id", b""):
                self._add_id(identifier, match, line, column)
            self._add_links(values, line)
        self._end_sections(0, self._source.n_lines)

    def _tags(self) -> Iterator[re.Match[bytes]]:
        """Every start tag outside of comments, scripts and styles."""
        data = self._source.data
        at = 0
        while match := _TAG.search(data, at):
            at = match.end()
            if match.group("comment"):
                end = data.find(b"-->", at)
                at = len(data) if end < 0 else end + 3
                self.comments.append(comment_at(self._source, match.start(), at))
                continue
            yield match
            if raw := _RAW.get(match.group("name").lower()):
                end_tag = raw.search(data, at)
                at = end_tag.start() if end_tag else len(data)

    def _add_heading(self, level: int, match: re.Match[bytes], line: int, column: int) -> None:
        text = self._text(match.end(), _HEADING_END)
        if not text:
            return
        self._end_sections(level, line - 1)
        parent = self._sections[-1][1] if self._sections else -1
        index = self.outline.add(
            "heading", text, line, parent=parent, column=column, signature=text, doc=""
        )
        self._sections.append((level, index))

    def _end_sections(self, level: int, line: int) -> None:
        while self._sections and self._sections[-1][0] >= level:
            self.outline.close(self._sections.pop()[1], line)

    def _text(self, start: int, end: re.Pattern[bytes]) -> str:
        match = end.search(self._source.data, start, start + _MAX_HEADING)
        text = self._source.data[start : match.start()] if match else b""
        for entity, character in _ENTITIES.items():
            text = text.replace(entity, character)
        raw = " ".join(decoded(_MARKUP.sub(b" ", text)).split())
        return " ".join(_TEMPLATE.sub(" ", raw).split()) or raw

    def _add_id(self, value: bytes, match: re.Match[bytes], line: int, column: int) -> None:
        parent = self._sections[-1][1] if self._sections else -1
        signature = signature_of(match.group()[:300])
        self.outline.add(
            "block", decoded(value), line, parent=parent, column=column, signature=signature
        )

    def _add_links(self, values: dict[bytes, bytes], line: int) -> None:
        for attribute in (b"href", b"src"):
            target = values.get(attribute, b"").strip()
            if target and not target.lower().startswith(_NO_LINK) and b"{" not in target:
                self.takes("link", target, line)


def _attributes(text: bytes) -> dict[bytes, bytes]:
    if b"=" not in text:
        return {}
    attributes: dict[bytes, bytes] = {}
    for match in _ATTRIBUTE.finditer(text):
        name, *values = match.groups()
        attributes.setdefault(name.lower(), next((value for value in values if value), b""))
    return attributes
