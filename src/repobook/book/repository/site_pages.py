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
    ("Page", "Content"),
    (
        (("Document",), ("a file: purpose, dependents, tests, findings",)),
        (
            ("Source",),
            (f"the text of a file; a name links to its definition, once in {SCREENFUL} lines",),
        ),
        (("Symbols",), ("the symbols of a file: callers, calls, tests",)),
        (
            ("Keywords",),
            ("the keywords of all files below a folder",),
        ),
        (("Contents",), ("the files and subfolders of a folder, each with its purpose",)),
        (("Overview",), ("a folder: purpose, architecture, tests",)),
        ((Link(PageRef("a-z"), "A–Z"),), ("every exported name and where it is defined",)),
        ((Link(PageRef("book"), "Book"),), ("the whole repository as one text",)),
        (
            (Link(PageRef("findings"), "Insights"),),
            ("findings, hotspots, dependencies between folders, gaps, verification",),
        ),
        ((Link(SEARCH, "Search"),), ("symbols, files and words, as you type",)),
    ),
)
_SURENESS: Final = Table(
    ("Mark", "How a reference was resolved"),
    (
        (("no mark",), ("exact: resolved through scopes and imports",)),
        ((Sure("inferred"),), ("by the rule named next to it, such as a unique name",)),
        ((Sure("ambiguous"),), ("several definitions match; all are listed",)),
    ),
)
_MARKS: Final = Table(
    ("Mark", "Meaning; the mark links to the details"),
    (
        (("✖ ▲ •",), ("a finding: error, warning or fact",)),
        (("✓",), ("tests use this definition",)),
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
            " links to the lines that prove the statement next to it. Hover over it, or focus it "
            "with the keyboard, to see the lines in place.",
        ),
        (
            "Text in quotation marks or block quotes is quoted from the repository; the rest is "
            "derived from its source. No code of the repository was run.",
        ),
    ),
    Section("Confidence", (_SURENESS,)),
    Section("Marks in the margin", (_MARKS,)),
    _text_section(
        "Keys", ("With scripts enabled, single keys navigate the book; ", Code("?"), " lists them.")
    ),
    _text_section(
        "Links to lines",
        (
            "On a source page, click a line number to select the line, Shift-click to select a "
            "range: the URL ends in ",
            Code("#L10-L20"),
            ". The key ",
            Code("y"),
            " adds the commit, so that a later book can say when the lines have changed.",
        ),
    ),
)
_SETTINGS_SECTIONS: Final = (
    _text_section("Theme", ("The book follows the system theme, light or dark.",)),
    _text_section("Keys", ("With scripts enabled, single keys navigate the book.",)),
    _text_section("Lines", ("Long source lines scroll sideways.",)),
    _text_section(
        "Storage",
        ("Settings are stored in this browser, for this book's URL. Nothing is sent.",),
    ),
)
_FILTERS: Final = Table(
    ("Type", "To find"),
    (
        (
            (Code("conv2d"),),
            ("symbols with this name, then names that start with it or contain the word",),
        ),
        ((Code("Class.method"),), ("a name inside a class, module or path",)),
        ((Code('"name"'),), ("exactly this name, with all its definitions",)),
        ((Code("path/to.py"),), ("files; part of the path is enough",)),
        ((Code("to.py:120"),), ("a line of a file, as in compiler messages and tracebacks",)),
        ((Code("in:folder"),), ("only in this folder",)),
        ((Code("file:part*.py"),), ("only files whose path matches",)),
        ((Code("lang:python"),), ("only files in this language",)),
        ((Code("kind:class"),), ("only symbols of this kind: class, function, method, macro …",)),
        ((Code("role:docs"),), ("only files with this role: source, test, docs, build, config …",)),
        (
            (Code("test:yes"), " or ", Code("test:only")),
            ("include symbols in tests, or show only those",),
        ),
    ),
)
_SEARCH_SECTIONS: Final = (
    Section("Query syntax", (_FILTERS,)),
    _text_section(
        "Without scripts",
        (
            "Search needs scripts. Without them, ",
            Link(PageRef("a-z"), "all names from A to Z"),
            " and the ",
            Link(_HOME, "contents of every folder"),
            " link to the same pages.",
        ),
    ),
    _text_section(
        "What is searched",
        (
            "Names, their words and initials, file keywords and paths, in an index next to the "
            "pages: no query leaves this machine. With ",
            Code("repobook serve"),
            " the search box uses the full engine, which also searches file contents and answers "
            "questions.",
        ),
    ),
)
SITE_PAGES: Final = (
    Page(SEARCH, "Search", _SEARCH_SECTIONS, neighbours=_AROUND),
    Page(HELP, "Help", _HELP_SECTIONS, neighbours=_AROUND),
    Page(SETTINGS, "Settings", _SETTINGS_SECTIONS, neighbours=_AROUND),
)
