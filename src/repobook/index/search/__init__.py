"""``search.db``: what files and names are found by."""
