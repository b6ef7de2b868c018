"""One rule a file; its id is the name of the file with hyphens."""
