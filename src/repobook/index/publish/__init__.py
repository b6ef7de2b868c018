"""A book on disk: staged, moved into place together, listed in the manifest."""
