"""File Purpose: what is said of the file, by itself and by documents, beyond one sentence."""

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
from repobook.text.documents.sentences import says, words_after

TITLE: Final = "File Purpose"
_MAX_TESTED: Final = 3
_MAX_QUOTES: Final = 2


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    """Nothing where the sentence on top of the page is all."""
    tests = tuple(_tests(dossier))
    return (*_words(dossier), *((Facts(tests),) if tests else ()))


def _words(dossier: FileDossier) -> Iterator[Block]:
    """Whole paragraphs, from where the sentence on top of the page ends."""
    sentence = dossier.purpose.text
    words = own_words(dossier.doc)
    yield from _rest(dossier, words, quotation(dossier, words))
    yield from _subject(dossier)
    for path, line, end_line, words in dossier.quotes[:_MAX_QUOTES]:
        if rest := words_after(words, sentence):
            yield Quotation(rest, Cite(path, line, 0 if end_line == line else end_line))
    if dossier.purpose.source in (DERIVED, "") and (main := main_sentence(dossier)):
        symbol, quote = main
        # A list that it leads to is not quoted with it.
        if not says(sentence, quote.text) and not quote.text.rstrip().endswith(":"):
            yield Paragraph((Code(symbol.definition.qualname), " is documented as:"))
            yield quote


def _subject(dossier: FileDossier) -> Iterator[Block]:
    """The paragraph that the sentence is taken from; its details stand with the symbol."""
    for symbol in dossier.symbols:
        if symbol.definition.qualname == dossier.purpose.subject:
            paragraphs = symbol.definition.doc.strip().split("\n\n")
            wanted = (one for one in paragraphs if says(one, dossier.purpose.text))
            paragraph = next(wanted, paragraphs[0])
            yield from _rest(
                dossier, paragraph, quotation_at(dossier, paragraph, symbol.definition)
            )
            return


def _rest(dossier: FileDossier, words: str, quote: Quotation | None) -> Iterator[Block]:
    """Of words that are quoted: what the sentence on top of the page does not say."""
    rest = words_after(words, dossier.purpose.text)
    if quote and rest != words:
        quote = quotation(dossier, rest, quote.cite.line) if rest else None
    if quote:
        yield quote


def _tests(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    if tested := tested_files(dossier):
        yield "Tests", first_of([(file_link(dossier, file.path),) for file in tested], _MAX_TESTED)
