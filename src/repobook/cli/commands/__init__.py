"""One file a command that makes, serves or checks a book, or needs none: each has ``command``."""
