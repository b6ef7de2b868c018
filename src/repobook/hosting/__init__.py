"""What a static host needs of a book, and nothing else."""
