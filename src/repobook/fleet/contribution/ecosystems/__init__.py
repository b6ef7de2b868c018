"""One file an ecosystem: how names of its packages are spelt from outside."""
