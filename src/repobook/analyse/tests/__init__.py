"""Which tests to run for a file, why, and how."""
