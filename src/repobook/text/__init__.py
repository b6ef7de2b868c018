"""Pure string work: no I/O, no knowledge of any stage."""
