"""Everything that reads the index."""
