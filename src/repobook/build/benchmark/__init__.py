"""Measures builds, and edits as people make them, against the raw parse."""
