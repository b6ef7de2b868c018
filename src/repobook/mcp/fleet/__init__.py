"""Answers across the repositories of a fleet for coding agents."""
