"""Pages as blocks: what the index knows, with a line for every statement.

A page is made from a dossier (``model/dossiers/dossier.py``) and nothing else.
"""
