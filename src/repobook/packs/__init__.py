"""Knowledge of frameworks, a pack each: names that languages cannot know, and what they bind.

A pack is a value (``pack.py``), found by the entry point group ``repobook.packs``.
"""
