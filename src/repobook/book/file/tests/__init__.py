"""What the pages of a file say of tests."""
