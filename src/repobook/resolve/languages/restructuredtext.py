"""reStructuredText: documents, all read alike."""

from repobook.resolve.documents import resolver

__all__ = ["resolver"]
