"""Finds files, names, paths and lines in the index."""
