"""What a build remembers for the next, and whether it may be believed."""
