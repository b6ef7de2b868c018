"""Pages as blocks: what the index knows, said so that every statement has its line.

A page is made from a dossier (``model/dossier.py``) and nothing else.
"""
