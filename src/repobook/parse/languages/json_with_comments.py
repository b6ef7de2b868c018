"""JSON with comments, as editors and compilers keep their settings."""

from repobook.parse.languages.json import facts

__all__ = ["facts"]
