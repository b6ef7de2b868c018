"""Words of a document without its markup: links, roles and emphasis are seen, not said."""

import re
from typing import Final

# The address of a Markdown link, the role of a piece of reStructuredText or MyST, where it leads.
_UNSAID: Final = re.compile(
    r"(?<=\])(?:\([^()\n]{0,500}\)|\[[^\]\n]{0,200}\])"
    r"|:[\w.+-]{1,40}:(?=`)|\{[\w:.+-]{1,40}\}(?=`)|\s<[^<>`\n]{1,300}>(?=`)|<[^<>\s]{1,300}>"
)
_EMPHASIS: Final = re.compile(r"(?<!\w)(_{1,2})(?=[^\s_])([^_\n]{1,300})\1(?!\w)")

# What is called with an argument, and what is looked up twice, are no links.
_LINK: Final = re.compile(
    r"(?<![\w)\]])\[([^\[\]]{1,300})\]\((?=[^()\n]{0,500}[/#:.])[^()\s]{1,500}\)"
    r"|(?<![\w)\]])\[([^\[\]]{3,300})\]\[[^\[\]\n]{0,200}\]"
)


def said_words(text: str) -> str:
    return _EMPHASIS.sub(r"\2", _UNSAID.sub("", text))


def without_links(text: str) -> str:
    """The words of links in Markdown, without where they lead; all else as it is written."""
    return _LINK.sub(r"\1\2", text) if "][" in text or "](" in text else text
