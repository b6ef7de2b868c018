"""Objective-C."""

from repobook.resolve.c_family import resolver

__all__ = ["resolver"]
