"""Translates pages into formats. A format is one folder; none of them reads the index."""
