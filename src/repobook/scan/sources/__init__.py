"""Where files come from: a folder, or a git directory at a commit."""
