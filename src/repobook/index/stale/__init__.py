"""Which pages a changed index makes untrue."""
