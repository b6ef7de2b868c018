"""Where references of Python lead."""
