"""Where references of the family lead."""
