"""One module a tool, found by its file: each has a ``TOOL``."""
