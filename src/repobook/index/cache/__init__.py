"""Caches of a build for the next one, and their authentication."""
