"""Walks through the repository: which function goes on to which, from where work enters."""
