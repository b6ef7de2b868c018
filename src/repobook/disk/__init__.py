"""The file system, handled so that nothing a repository ships can lead a write elsewhere."""
