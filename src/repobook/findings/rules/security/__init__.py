"""Rules about code that may be attacked."""
