"""Finds where a document says what a file or a folder is for: an item of a list, a row of a table,
a section.

``* `scan.py`: lists files`` describes ``scan.py``; a sentence that only mentions it does not.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from posixpath import join, normpath
from typing import Final

from repobook.model.facts import Description
from repobook.text.documents.document import MAX_LINE, Document
from repobook.text.documents.markup import without_links
from repobook.text.documents.sentences import first_sentence

_MAX_MORE: Final = 3
_MAX_PARAGRAPH: Final = 12
_MAX_DESCRIPTIONS: Final = 500
_ITEM: Final = re.compile(
    r"[ \t|*+-]{0,40}(?:\d{1,3}[.)][ \t])?[`*\[]{0,4}(?P<path>[\w./+-]{1,300})[`*\]]{0,4}"
    r"(?:\((?P<to>[^()\s]{1,300})\))?[`*]{0,3}[ \t]{0,20}(?::|--?|–|—|\|)[ \t]+(?P<words>[^\s|-].*)"
)
# ``The `chat` example shows how …``
_EXAMPLE: Final = re.compile(
    r"(?:The|This) [`*]{1,2}(?P<name>[\w./+-]{2,100})[`*]{1,2} (?:\w+ ){0,2}(?:application|command"
    r"|demo|example|folder|module|package|plugin|program|sample|script)s? (?!is$)[a-z]{2,}"
)
_FILE: Final = re.compile(r"[\w./+-]{0,290}(?:\.\w{1,10}|file|BUILD|WORKSPACE)$")
_FOLDER: Final = re.compile(r"(?:\./)?(?:[\w.+-]{1,100}/){0,8}[\w.+-]{1,100}/?\Z")
_NEW_ITEM: Final = re.compile(r"[ \t]*(?:[-*+|#>]|```|\d{1,3}[.)][ \t])")
_HISTORY: Final = re.compile(r"(?:change|news|history|release|00-)", re.I)
_SENTENCE: Final = re.compile(r"[^\s.](?:[^.]|\.(?!\s|\Z)){8,400}\.(?=\s|\Z)")
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")


def descriptions(document: Document) -> Iterator[Description]:
    """Of all that may be the name of a file, in the order of the lines."""
    return islice(_descriptions(document), _MAX_DESCRIPTIONS)


def is_about(one: Description, document: str, path: str, is_only: bool) -> bool:
    """``is_only`` says whether the document speaks of one file of that name: it alone means it."""
    if one.name.removeprefix("./") == path.rpartition("/")[2] and is_only:
        return True
    if one.is_heading:
        return False
    folder = document.rpartition("/")[0]
    addresses = [one.name.removeprefix("./"), one.address]
    return path in addresses or path in [normpath(join(folder, to)) for to in addresses]


def tells_of_files(document: str) -> bool:
    """What changed in a file is not what it is for."""
    return not _HISTORY.match(document.rpartition("/")[2])


def _descriptions(document: Document) -> Iterator[Description]:
    for number, line in enumerate(document.lines, 1):
        if len(line) > MAX_LINE:
            continue
        title = document.headings.get(number, "").strip("`* ")
        if title and _FILE.match(title):
            yield from _paragraph_after(document, number, title)
        if number in document.prose and (shown := _EXAMPLE.match(line)):
            begun = Description(shown["name"], "", 0, 0, line.strip())
            yield _with_more(document.lines, number, begun)
            continue
        item = _ITEM.match(line) if number in document.prose else None
        if item and _names_file(item) and _tells(item["words"]):
            begun = Description(item["path"], item["to"] or "", 0, 0, item["words"])
            yield _with_more(document.lines, number, begun)


def _names_file(item: re.Match[str]) -> bool:
    """Or a folder, by a link or a stroke at its end."""
    path, to = item["path"], item["to"] or ""
    folder = to or (path if path.endswith("/") else "")
    is_folder = _FOLDER.match(folder) is not None
    return is_folder or any(_FILE.match(name) for name in (path, to))


def _paragraph_after(document: Document, number: int, name: str) -> Iterator[Description]:
    """The sentence that names the file, or speaks of itself, else the first one."""
    after = range(number + 1, number + _MAX_MORE + 1)
    first = next((n for n in after if n in document.prose and document.lines[n - 1].strip()), 0)
    line = document.lines[first - 1].strip() if first else ""
    if not line or _NEW_ITEM.match(line) or not _tells(line):
        return
    begun = Description(name, "", 0, 0, line, True)
    yield next(_sentences_about(document.lines, first, begun), None) or _with_more(
        document.lines, first, begun
    )


def _sentences_about(lines: Sequence[str], first: int, begun: Description) -> Iterator[Description]:
    end = first
    while end < min(first + _MAX_PARAGRAPH, len(lines)) and _goes_on(lines[end]):
        end += 1
    text = "\n".join(line.rstrip() for line in lines[first - 1 : end])
    for match in _SENTENCE.finditer(text):
        words = without_links(" ".join(match[0].split()))
        if (words.startswith("This ") or begun.name in words) and _tells(words):
            line = first + text.count("\n", 0, match.start())
            yield begun._replace(line=line, end_line=line + match[0].count("\n"), words=words)


def _tells(words: str) -> bool:
    return "://" not in words.split(None, 1)[0] and len(_WORDS.findall(words[:200])) >= 2


def _with_more(lines: Sequence[str], number: int, begun: Description) -> Description:
    """The sentence, over the lines that it goes on in."""
    end = number
    while end < min(number + _MAX_MORE, len(lines)) and _goes_on(lines[end]):
        end += 1
    text = "\n".join([begun.words, *lines[number:end]])
    sentence = first_sentence(text.rstrip("| \t"))
    n_lines = next(
        (n for n in range(end - number + 1) if _squeezed(text, n).startswith(sentence)), 0
    )
    return begun._replace(line=number, end_line=number + n_lines, words=sentence)


def _goes_on(line: str) -> bool:
    return bool(line.strip()) and not _NEW_ITEM.match(line)


def _squeezed(text: str, n_breaks: int) -> str:
    return " ".join("\n".join(text.split("\n")[: n_breaks + 1]).split())
