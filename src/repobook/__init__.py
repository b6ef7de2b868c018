"""repobook reads a source repository and writes its book."""

__version__ = "0.1.0"
