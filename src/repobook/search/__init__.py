"""Searching as pure functions: what a query means, what ranks first. None asks the index."""
