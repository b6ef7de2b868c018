"""One file a command about a fleet: each has ``command``."""
