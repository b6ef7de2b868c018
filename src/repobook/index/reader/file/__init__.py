"""Reads what the pages of one file show."""
