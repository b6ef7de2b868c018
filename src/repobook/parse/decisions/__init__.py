"""What functions decide, and under which conditions."""
