"""The book's index: one SQLite file, ``book.db``, and the cache of facts beside it."""
