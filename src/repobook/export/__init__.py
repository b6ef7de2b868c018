"""The book in formats that other tools read: one file a format, written row by row."""
