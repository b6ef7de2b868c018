"""What a change may break: whom it reaches, and which tests to run."""
