"""Pages about one folder."""
