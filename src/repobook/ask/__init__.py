"""Answers to questions about a book: what the commands, the server and agents have in common."""
