"""A Go module's ``go.mod``: the path by which its packages are imported."""

import re
from typing import Final

from repobook.model.facts import Definition, FileFacts
from repobook.parse.scanners import plain_text
from repobook.parse.source import SourceText

_MODULE: Final = re.compile(rb"^module[ \t]{1,9}\"?([^\s\"]{1,400})", re.MULTILINE)


def facts(source: SourceText) -> FileFacts:
    text_facts = plain_text.facts(source)
    match = _MODULE.search(source.data)
    if match is None:
        return text_facts
    path = match.group(1).decode("utf-8", "replace")
    line = source.line_of(match.start())
    name = path.rpartition("/")[2] or path
    signature = f"module {path}"
    module = Definition(
        "module", name, path, line, line, 0, -1, signature, "", (), True, value=path
    )
    return text_facts._replace(definitions=(module,))
