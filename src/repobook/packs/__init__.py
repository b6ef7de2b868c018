"""Support for frameworks, a pack for each: names, definitions and bindings.

A pack is a value (``pack.py``), found by the entry point group ``repobook.packs``.
"""
