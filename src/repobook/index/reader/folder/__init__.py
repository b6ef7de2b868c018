"""Reads what the pages of one folder show."""
