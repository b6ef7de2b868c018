"""Words of a document without its markup: links, roles and emphasis are seen, not said."""

import re
from typing import Final

# The address of a Markdown link, the role of a piece of reStructuredText or MyST, where it leads.
_UNSAID: Final = re.compile(
    r"(?<=\])(?:\([^()\n]{0,500}\)|\[[^\]\n]{0,200}\])"
    r"|:[\w.+-]{1,40}:(?=`)|\{[\w:.+-]{1,40}\}(?=`)|\s<[^<>`\n]{1,300}>(?=`)|<[^<>\s]{1,300}>"
)
_EMPHASIS: Final = re.compile(r"(?<!\w)(_{1,2})(?=[^\s_])([^_\n]{1,300})\1(?!\w)")


def said_words(text: str) -> str:
    return _EMPHASIS.sub(r"\2", _UNSAID.sub("", text))
