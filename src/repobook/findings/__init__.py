"""Findings: our own rules, and ruff."""
