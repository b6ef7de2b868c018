"""The book's index, what a build remembers beside it, and how both are published."""
