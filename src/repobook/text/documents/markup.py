"""Text of a document without its markup: links, roles and emphasis."""

import re
from collections.abc import Container, Iterable
from typing import Final

# The address of a Markdown link, the role of a piece of reStructuredText or MyST, where it leads.
_MARKUP_ONLY: Final = re.compile(
    r"(?<=\])(?:\([^()\n]{0,500}\)|\[[^\]\n]{0,200}\])"
    r"|:[\w.+-]{1,40}:(?=`)|\{[\w:.+-]{1,40}\}(?=`)|\s<[^<>`\n]{1,300}>(?=`)|<[^<>\s]{1,300}>"
)
_ROLE: Final = re.compile(
    r"(?::[\w.+-]{1,40}:|\{[\w:.+-]{1,40}\})"
    r"`(?:(?P<title>[^`<>\n]{1,200}?)\s{0,4}<[^`<>]{1,300}>|!?(?P<target>[^`]{1,300}))`"
)
_DOUBLE: Final = re.compile(r"(?<!`)``([^`\n]{1,300})``(?!`)")
_EMPHASIS: Final = re.compile(r"(?<!\w)(_{1,2})(?=[^\s_])([^_\n]{1,300})\1(?!\w)")

_STARS: Final = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,300})(?<=\S)\1(?![\w*])")
# reStructuredText: ``Scrapy_ is`` and ```many others`_``.
_REFERENCE: Final = re.compile(
    r"`([^`\n<>]{1,200})`__?(?!\w)"
    r"|(?<![\w`_])([A-Za-z]\w{0,80}[^\W_])__?(?=[\s.,;:)]|\Z)"
)

# What is called with an argument, and what is looked up twice, are no links.
_LINK: Final = re.compile(
    r"(?<![\w)\]])\[([^\[\]]{1,300})\]\((?=[^()\n]{0,500}[/#:.])[^()\s]{1,500}\)"
    r"|(?<![\w)\]])\[([^\[\]]{3,300})\]\[[^\[\]\n]{0,200}\]"
    r"|(?<![\w)\]])\[(`[^`\[\]\n]{1,200}`)\](?![\[(])"
)
# ```the standard <https://…>`_``
_REST_LINK: Final = re.compile(r"(?<![\w:}])`([^`<>]{1,200}?)\s{1,4}<[^`<>\s]{1,300}>`__?(?!\w)")
_LABEL: Final = re.compile(r" {0,3}\[([^\[\]]{1,200})\]:\s")
_SHORTCUT: Final = re.compile(r"\[([^\[\]\n]{1,200})\](?![\[(:])")
# ``{@link Gson#toJson the writer}`` of Java.
_INLINE_TAG: Final = re.compile(r"\{@(?:link|linkplain|code|literal)\s+([^{}\n]{1,200})\}")


def without_markup(text: str) -> str:
    return _EMPHASIS.sub(r"\2", _MARKUP_ONLY.sub("", text))


def without_emphasis(text: str) -> str:
    """Words between stars or underscores, and words that lead somewhere, without these marks."""
    return _REFERENCE.sub(r"\1\2", _EMPHASIS.sub(r"\2", _STARS.sub(r"\2", text)))


def without_roles(text: str) -> str:
    """``:class:`~flask.Flask``` as the ``Flask`` that it is read as, and one kind of code marks."""
    if "{@" in text:
        text = _INLINE_TAG.sub(r"\1", text)
    if "`" not in text:
        return text
    return _DOUBLE.sub(r"`\1`", _ROLE.sub(_role_words, text))


def _role_words(match: re.Match[str]) -> str:
    title, target = match["title"], match["target"]
    words = title or (target[1:].rpartition(".")[2] if target.startswith("~") else target)
    return f"`{words}`"


def without_links(text: str) -> str:
    """The words of links in Markdown and reStructuredText, without where they lead; all else as it
    is written."""
    if ">`_" in text:
        text = _REST_LINK.sub(r"\1", text)
    return _LINK.sub(r"\1\2\3", text) if "][" in text or "](" in text or "[`" in text else text


def link_labels(lines: Iterable[str]) -> frozenset[str]:
    """What ``[label]: address`` lines of Markdown give an address to, in small letters."""
    return frozenset(match[1].lower() for line in lines if (match := _LABEL.match(line)))


def without_shortcuts(text: str, labels: Container[str]) -> str:
    """``[Werkzeug]`` without brackets, where it is a link."""
    return _SHORTCUT.sub(lambda match: match[match[1].lower() in labels], text)
