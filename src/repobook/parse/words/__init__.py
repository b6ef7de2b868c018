"""The words of a file that say what it is for."""
