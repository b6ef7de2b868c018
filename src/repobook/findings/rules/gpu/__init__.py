"""Rules about code for graphics processors."""
