"""Proves a book: outputs, links, citations, the text of files, the account."""
