"""Graphs of files and folders as pages show them."""
