"""Rules about code that is likely to be wrong."""
