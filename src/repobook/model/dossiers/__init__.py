"""Everything the index knows about a file, a folder or the repository, for their pages."""
