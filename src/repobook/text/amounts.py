"""Human-readable amounts."""


def count(n: int, singular: str, plural: str = "") -> str:
    return f"{n:,} {singular if n == 1 else plural or singular + 's'}"


def uncertain(n_all: int, n_sure: int, sign: str = "") -> str:
    """Follows a count where not all that it counts is certain, which elsewhere has no mark."""
    if n_sure == n_all:
        return ""
    if not n_sure:
        return ", uncertain" if n_all == 1 else ", all uncertain"
    return f", {n_all - n_sure:,}{sign} uncertain"
