"""What files there are, and what each of them is."""
