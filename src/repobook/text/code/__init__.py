"""Pieces of code as text: the statements of a function in their order, the blocks around a line,
and code on one line."""
