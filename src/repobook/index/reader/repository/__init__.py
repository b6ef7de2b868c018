"""Reads what the pages of the whole repository show."""
