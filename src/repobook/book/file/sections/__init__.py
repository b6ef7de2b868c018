"""The sections of a file's page, one module each.

A module has ``TITLE`` and ``blocks(dossier)``; without blocks the section is left out of the page.
"""
