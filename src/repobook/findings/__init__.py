"""What to watch out for in a file: rules of ours, and ruff."""
