"""What parsers without a grammar share."""
