"""The only place where the stages meet."""
