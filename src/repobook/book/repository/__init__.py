"""Pages about the whole repository."""
