"""What the index knows of a file, a folder and the whole, gathered for their pages."""
