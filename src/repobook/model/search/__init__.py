"""What a search asks, and what it finds."""
