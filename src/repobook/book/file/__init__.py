"""Pages about one file."""
