"""Human-readable amounts."""


def count(n: int, singular: str, plural: str = "") -> str:
    return f"{n:,} {singular if n == 1 else plural or singular + 's'}"
