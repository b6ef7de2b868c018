"""Answers across the repositories of a fleet over HTTP, for those who may see them."""
