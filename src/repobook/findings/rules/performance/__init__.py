"""Rules about what decides how fast code runs."""
