"""Translates pages into formats. A format is one module; none of them asks the index."""
