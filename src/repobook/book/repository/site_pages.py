"""Pages that only the site has: how to read it, and what a reader may choose.

They say what holds without scripts; scripts put the list of keys and the switches there.
"""

from typing import Final

from repobook.book.file.source_marks import SCREENFUL
from repobook.model.blocks import (
    Code,
    Content,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
    Sure,
    Table,
)

HELP: Final = PageRef("help")
SETTINGS: Final = PageRef("settings")
SEARCH: Final = PageRef("search")
_HOME: Final = PageRef("listing")
_AROUND: Final = (("home", _HOME), ("help", HELP), ("settings", SETTINGS))

_PAGES: Final = Table(
    ("Page", "What it tells"),
    (
        (("Document",), ("what a file is for, who uses it, what tests it, what to watch out for",)),
        (
            ("Source",),
            (f"the text of a file; a name leads to its definition, once in {SCREENFUL} lines",),
        ),
        (("Symbols",), ("what a file offers, one by one: who uses it, what it calls, its tests",)),
        (
            ("Keywords",),
            ("of a folder: the words of all files below it, and which files have each",),
        ),
        (("Contents",), ("what a folder holds, each with a line of its own words",)),
        (("Overview",), ("what a folder is for and what depends on what",)),
        ((Link(PageRef("a-z"), "A–Z"),), ("every exported name, and where it is defined",)),
        ((Link(PageRef("book"), "Book"),), ("the whole, to be read from front to back",)),
        (
            (Link(PageRef("findings"), "Insights"),),
            ("findings, hotspots, which folder depends on which, gaps, and how all is checked",),
        ),
        ((Link(SEARCH, "Search"),), ("symbols, files and words, as one types",)),
    ),
)
_SURENESS: Final = Table(
    ("Mark", "How a use was matched with its definition"),
    (
        (("no mark",), ("exactly: followed through scopes and imports",)),
        ((Sure("inferred"),), ("by a rule that is named beside it, such as a unique name",)),
        ((Sure("ambiguous"),), ("several definitions are possible, and all are listed",)),
    ),
)
_MARKS: Final = Table(
    ("Mark", "What is said of the line; it leads there"),
    (
        (("✖ ▲ •",), ("a finding: an error, a warning, a fact to know",)),
        (("✓",), ("tests use what is defined here",)),
    ),
)


def _text_section(title: str, *paragraphs: Content) -> Section:
    return Section(title, tuple(map(Paragraph, paragraphs)))


_HELP_SECTIONS: Final = (
    Section("Pages", (_PAGES,)),
    _text_section(
        "Evidence",
        (
            "A link like ",
            Code("path:12"),
            " or ",
            Code("L12-L20"),
            " leads to the lines that prove what stands beside it. Rest on it, or reach it by "
            "keyboard, and the lines are shown where you are.",
        ),
        (
            "Words in quotation marks or behind a bar are the repository's own; all others are "
            "derived from its text. Nothing of it was run.",
        ),
    ),
    Section("How sure", (_SURENESS,)),
    Section("Beside the lines", (_MARKS,)),
    _text_section(
        "Keys", ("Where scripts run, keys walk the book, and ", Code("?"), " lists them.")
    ),
    _text_section(
        "Address of lines",
        (
            "On a source page a click on a number picks the line, with Shift a range: the address "
            "ends in ",
            Code("#L10-L20"),
            ". The key ",
            Code("y"),
            " adds the commit, so that a later book can tell that it has moved on.",
        ),
    ),
)
_SETTINGS_SECTIONS: Final = (
    _text_section("Theme", ("The book follows the system: light or dark.",)),
    _text_section("Keys", ("Single keys walk the book where scripts run.",)),
    _text_section("Lines", ("Long lines of source run on and scroll sideways.",)),
    _text_section(
        "Where this is kept",
        ("In this browser alone, for this book's address. Nothing is sent.",),
    ),
)
_FILTERS: Final = Table(
    ("Type", "To find"),
    (
        (
            (Code("conv2d"),),
            ("names that are so called, then those that begin so or have the word",),
        ),
        ((Code("Class.method"),), ("a name inside another, or inside a path",)),
        ((Code('"name"'),), ("this very name, with all that define it",)),
        ((Code("path/to.py"),), ("files; a part of the path is enough",)),
        ((Code("to.py:120"),), ("a line of a file, as compilers and tracebacks name it",)),
        ((Code("in:folder"),), ("only what lies in a folder",)),
        ((Code("file:part*.py"),), ("only files whose path has this part",)),
        ((Code("lang:python"),), ("only files in a language",)),
        ((Code("kind:class"),), ("only symbols of a kind: class, function, method, macro …",)),
        ((Code("role:docs"),), ("only files in a role: source, test, docs, build, config …",)),
        ((Code("test:yes"), " or ", Code("test:only")), ("symbols in tests, too, or only these",)),
    ),
)
_SEARCH_SECTIONS: Final = (
    Section("What can be asked", (_FILTERS,)),
    _text_section(
        "Where scripts do not run",
        (
            "The search needs them. Without, ",
            Link(PageRef("a-z"), "all names from A to Z"),
            " and the ",
            Link(_HOME, "contents of every folder"),
            " lead to the same pages.",
        ),
    ),
    _text_section(
        "What is searched",
        (
            "Names, their words and initials, keywords of files and all paths, in an index that "
            "lies beside the pages: no question leaves this machine. Served by ",
            Code("repobook serve"),
            " the box asks the whole engine, which looks into the texts and answers questions.",
        ),
    ),
)
SITE_PAGES: Final = (
    Page(SEARCH, "Search", _SEARCH_SECTIONS, neighbours=_AROUND),
    Page(HELP, "Help", _HELP_SECTIONS, neighbours=_AROUND),
    Page(SETTINGS, "Settings", _SETTINGS_SECTIONS, neighbours=_AROUND),
)
