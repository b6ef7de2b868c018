"""One Python file to its facts."""
