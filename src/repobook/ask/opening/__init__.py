"""Which book is meant, how it is opened, and what is wrong with one that cannot be read."""
