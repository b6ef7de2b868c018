"""Frozen values that the stages exchange. Standard library only."""
