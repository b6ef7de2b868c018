"""Names and the words in them."""
