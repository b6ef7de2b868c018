"""What a query means."""
