"""What a file is: its language, its role, whether it holds credentials."""
