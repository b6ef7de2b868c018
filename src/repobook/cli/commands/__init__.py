"""One file a command that makes, serves or checks a book; each offers ``command``."""
