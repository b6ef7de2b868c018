"""Makes the pages of a book: the plan, the workers, the result."""
