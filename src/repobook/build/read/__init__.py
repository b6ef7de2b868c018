"""Reading and parsing files, in processes that may die."""
