"""HTML pages and templates, read alike."""

from repobook.resolve.templates import resolver

__all__ = ["resolver"]
