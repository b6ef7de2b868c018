"""Kotlin."""

from repobook.resolve.jvm import resolver

__all__ = ["resolver"]
