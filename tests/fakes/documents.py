"""Documents as their parsers read them."""

from repobook.languages import parse
from repobook.scan.classify.languages import language_of
from repobook.text.documents.document import Document, read_document
from repobook.text.lines import split_lines


def document(text: str, path: str = "README.md") -> Document:
    facts = parse(language_of(path, text.encode()), text.encode())
    return read_document(split_lines(text), facts.definitions, facts.texts, facts.samples)
