"""Many repositories: a book each, one index across them, on one machine or on a cluster."""
