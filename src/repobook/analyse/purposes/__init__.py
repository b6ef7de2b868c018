"""What a file is for, where it does not say so itself."""
