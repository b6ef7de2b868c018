"""Links between files, and what depends on the whole graph."""
