"""JSON with comments, as editors and compilers keep their settings."""

from repobook.languages.data.json_parser import facts

__all__ = ["facts"]
