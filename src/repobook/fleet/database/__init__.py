"""Where the index of a fleet lives: the same tables in SQLite and in PostgreSQL."""
