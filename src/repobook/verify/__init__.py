"""Checks a book: outputs, links, citations, source text, the list of files."""
