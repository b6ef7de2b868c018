"""What a repository may ship to harm whoever builds or reads its book."""
