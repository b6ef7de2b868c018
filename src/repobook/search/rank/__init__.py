"""Which of what was found answers best."""
