"""File Purpose: what is said of the file, by itself and by documents, beyond one sentence."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.book.file.symbols.most_used_symbols import main_sentence
from repobook.book.file.tests.tested_files import tested_files
from repobook.book.shared.citations import first_of
from repobook.book.shared.inline import file_link
from repobook.book.shared.quotations import quotation, quotation_at
from repobook.model.blocks import Block, Cite, Code, Content, Facts, Paragraph, Quotation
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.purpose import DERIVED
from repobook.text.documents.first_sentence import own_words

TITLE: Final = "File Purpose"
_MAX_TESTED: Final = 3
_MAX_QUOTES: Final = 2
_MARKS: Final = re.compile(r"\W+|_")


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    """Nothing where the sentence on top of the page is all."""
    tests = tuple(_tests(dossier))
    return (*_words(dossier), *((Facts(tests),) if tests else ()))


def _words(dossier: FileDossier) -> Iterator[Block]:
    """Whole paragraphs, where the sentence on top of the page is not all of it."""
    sentence = dossier.purpose.text
    quote = quotation(dossier, own_words(dossier.doc))
    if quote and not _is_same(quote.text, sentence):
        yield quote
    yield from _subject(dossier)
    for path, line, end_line, words in dossier.quotes[:_MAX_QUOTES]:
        if not _is_same(words, sentence):
            yield Quotation(words, Cite(path, line, 0 if end_line == line else end_line))
    if dossier.purpose.source in (DERIVED, "") and (main := main_sentence(dossier)):
        symbol, quote = main
        yield Paragraph((Code(symbol.definition.qualname), " in its own words:"))
        yield quote


def _subject(dossier: FileDossier) -> Iterator[Block]:
    """The paragraph that the sentence is taken from; its details stand with the symbol."""
    for symbol in dossier.symbols:
        if symbol.definition.qualname == dossier.purpose.subject:
            paragraph = symbol.definition.doc.strip().partition("\n\n")[0]
            quote = quotation_at(dossier, paragraph, symbol.definition)
            if quote and not _is_same(quote.text, dossier.purpose.text):
                yield quote
            return


def _is_same(words: str, sentence: str) -> bool:
    """But for markup and marks."""
    return _MARKS.sub("", words) == _MARKS.sub("", sentence)


def _tests(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    if tested := tested_files(dossier):
        yield "Tests", first_of([(file_link(dossier, file.path),) for file in tested], _MAX_TESTED)
