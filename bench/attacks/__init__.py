"""The kinds of attack that ``bench/attack.py`` draws from: one module each."""
