"""One module for each language of the family."""
