"""What the pages of a file say of its functions: steps, decisions, calls, values."""
