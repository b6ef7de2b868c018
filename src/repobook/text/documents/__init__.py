"""What prose says: sentences, headings, lists."""
