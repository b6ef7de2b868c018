"""Rules about functions that are hard to follow."""
