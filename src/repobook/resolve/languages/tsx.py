"""TypeScript with JSX."""

from repobook.resolve.ecmascript import resolver

__all__ = ["resolver"]
