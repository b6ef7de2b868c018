"""Rules about containers and workflows."""
