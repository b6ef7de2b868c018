"""A Go module's ``go.mod``: the path by which its packages are imported."""

import re
from typing import Final

from repobook.model.facts import Definition, FileFacts
from repobook.parse import plain
from repobook.parse.source import SourceText

_MODULE: Final = re.compile(rb"^module[ \t]{1,9}\"?([^\s\"]{1,400})", re.MULTILINE)


def facts(source: SourceText) -> FileFacts:
    found = plain.facts(source)
    match = _MODULE.search(source.data)
    if match is None:
        return found
    path = match.group(1).decode("utf-8", "replace")
    line = source.line_of(match.start())
    name = path.rpartition("/")[2] or path
    shown = f"module {path}"
    module = Definition("module", name, path, line, line, 0, -1, shown, "", (), True, value=path)
    return found._replace(definitions=(module,))
