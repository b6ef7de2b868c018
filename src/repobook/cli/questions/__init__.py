"""One file a question that a book answers; each offers ``command``."""
