"""The tests to run for a file or a symbol, down to single cases."""
