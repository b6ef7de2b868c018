"""One module a format, found by its file: each has a ``FORMAT``."""
