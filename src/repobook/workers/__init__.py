"""Processes that work for us: pools, forks, limits, memory."""
