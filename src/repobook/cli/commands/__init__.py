"""One file a command; each offers ``command``."""
