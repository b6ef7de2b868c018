"""What is left to say of a file whose pages could not be made: that, and the whole of its text.

A file that brings down what looks at it must cost its own pages alone, and nothing may be lost.
"""

from collections.abc import Iterable

from repobook.book.pieces import folder_of
from repobook.book.sections import metadata, source
from repobook.book.source_marks import anchors_alone
from repobook.model.blocks import Code, Facts, Page, PageRef, Paragraph, Section, SourceText
from repobook.model.facts import Definition


def plain_pages(
    path: str, language: str, text: str, why: str, definitions: Iterable[Definition] = ()
) -> tuple[Page, Page]:
    told = Paragraph(("These pages say less than others: ", Code(why)))
    facts = Facts((("Language", (language or "none",)), ("Bytes", (f"{len(text.encode()):,}",))))
    marks = anchors_alone(definitions)
    shown = SourceText(path, language, text, marks=marks) if text else Paragraph(("Empty.",))
    neighbours = (("up", PageRef("listing", folder_of(path))), ("home", PageRef("listing")))
    page = Page(
        PageRef("file", path),
        path,
        (Section(metadata.TITLE, (facts, told)), Section(source.TITLE, (shown,))),
        neighbours=neighbours,
    )
    keywords = Page(
        PageRef("keywords", path),
        path,
        (Section("File Information", (told,)),),
        neighbours=neighbours,
    )
    return page, keywords
