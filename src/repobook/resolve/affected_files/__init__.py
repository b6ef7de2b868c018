"""Which files an edit of a repository resolves again."""
